"""A match file of either kind."""

from __future__ import annotations

from rules_core.transcripts.files import Source, content_of
from rules_core.transcripts.mat import read_mat
from rules_core.transcripts.sgf import read_sgf
from rules_core.transcripts.transcript import Transcript


def read_match_file(source: Source, name: str | None = None) -> Transcript:
    """A match file of either kind: what begins with a bracket is SGF."""
    data, name = content_of(source, name)
    reader = read_sgf if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"(") else read_mat
    return reader(data, name)
