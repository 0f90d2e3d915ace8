"""Static files under names that change with their content, packed once, in seconds."""

from __future__ import annotations

from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Packs with gzip alone: Brotli, where some other package brings it, takes a minute for a first start."""

    def create_compressor(self, **options: Any) -> Compressor:
        """Source maps, which only a developer's tools ask for, stay as they are."""
        skipped = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
        return Compressor(**(options | {"use_brotli": False, "extensions": skipped}))
