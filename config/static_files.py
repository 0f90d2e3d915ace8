"""Static files under names that change with their content, packed once, in seconds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORT = re.compile(r'^@import "([\w/.-]+)";\n', re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
_INDENT = re.compile(r"\n\s*")


class JoinedStyles:
    """A folder of style sheets, each of which comes with those it imports in their place.

    A component has a file of its own, and a page still loads one. While a developer's server sends
    the files as they are, the browser follows the imports itself.
    """

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def open(self, name: str) -> File[Any]:
        """The sheet as it is sent: joined, without comments and indents."""
        return ContentFile(self._joined(name).encode(), name=name)

    def _joined(self, name: str) -> str:
        folder = name.rpartition("/")[0]
        with self.storage.open(name) as file:
            text = _COMMENT.sub("", file.read().decode())
        # An imported sheet is read once: components import nothing themselves.
        joined = _IMPORT.sub(lambda found: self._joined(f"{folder}/{found[1]}"), text)
        return _INDENT.sub("\n", joined)


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Packs with gzip alone: Brotli, where some other package brings it, takes a minute for a first start."""

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Our own style sheets are joined before they are named after their content."""
        joined = {
            path: (JoinedStyles(storage), name) if _is_ours(path) else (storage, name)
            for path, (storage, name) in paths.items()
        }
        yield from super().post_process(joined, dry_run=dry_run, **options)

    def create_compressor(self, **options: Any) -> Compressor:
        """Source maps, which only a developer's tools ask for, stay as they are."""
        skipped = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
        return Compressor(**(options | {"use_brotli": False, "extensions": skipped}))


def _is_ours(path: str) -> bool:
    return path.startswith("css/") and path.endswith(".css")
