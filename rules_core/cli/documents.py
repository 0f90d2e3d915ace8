"""JSON that commands read from files or from standard input."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rules_core.draws.json_forms import InputNotValid
from rules_core.text import decode_unicode


def read_document(name: str) -> Any:
    """The JSON in a file; ``-`` is standard input."""
    if name == "-":
        return read_json(sys.stdin.read(), "Standard input")
    try:
        text = decode_unicode(Path(name).read_bytes())
    except OSError as error:
        raise InputNotValid(f"The file {name} cannot be read: {error}.", file=name) from error
    if text is None:
        raise InputNotValid(f"The file {name} is not in UTF-8.", file=name)
    return read_json(text, f"The file {name}")


def read_json(text: str, what: str) -> Any:
    """The JSON in a text; ``what`` begins the sentence if there is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputNotValid(f"{what} is not JSON: {error}.") from error
