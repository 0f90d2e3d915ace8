"""Numbers in addresses, no longer than a database column takes: anything else is not found."""

from __future__ import annotations


class IdConverter:
    """The id of a row."""

    regex = "[0-9]{1,18}"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Its digits."""
        return str(value)


class NumberConverter(IdConverter):
    """A small number: of a stage, or a year."""

    regex = "[0-9]{1,4}"
