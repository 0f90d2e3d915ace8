"""A mail as it is read in a program that shows HTML: the same words as its text, in the look of the site."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.template.loader import render_to_string

_ADDRESS = re.compile(r"https?://\S+")
_CODE = re.compile(r"[A-Z0-9-]{4,12}")
"""What somebody is to type from a mail into a page."""


@dataclass(frozen=True)
class Line:
    """A line of a paragraph."""

    text: str

    @property
    def is_address(self) -> bool:
        """Whether one can go there."""
        return _ADDRESS.fullmatch(self.text) is not None

    @property
    def is_code(self) -> bool:
        """Whether it is to be typed elsewhere, and so must be easy to read."""
        return _CODE.fullmatch(self.text) is not None


def as_html(*, subject: str, text: str, language: str = "") -> str:
    """Paragraph by paragraph; the last one says who writes. The language is named where it is known."""
    *paragraphs, sender = [
        [Line(line.strip()) for line in paragraph.splitlines()]
        for paragraph in re.split(r"\n\s*\n", text.strip())
    ]
    shown = {"subject": subject, "paragraphs": paragraphs, "sender": sender, "language": language}
    return render_to_string("mail/letter.html", shown)
