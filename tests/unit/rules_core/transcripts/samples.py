"""The sample matches, and small files to break."""

from __future__ import annotations

import csv
from itertools import groupby
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "data" / "mat"
FILES = sorted(FOLDER.glob("*.mat"))

SMALL = """\
; [EventDate "2026.11.16"]

 3 point match

 Game 1
 Alice : 0                      Bob : 0
  1) 31: 8/5 6/5                 64: 24/14
  2)  Doubles => 2                Takes
  3) 21: 24/21                   52: 13/8 6/4*
  4) 66:                         43: 13/9 13/10
                                  Wins 2 points

 Game 2
 Alice : 0                      Bob : 2
  1)                             31: 8/5 6/5
  2) 42: 8/4 6/4                 65: 24/13
      Wins 1 point

 Game 3
 Alice : 1                      Bob : 2
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2)  Doubles => 2                Takes
  3) 65: 24/13                   21:
      Wins 2 points
"""


def expected() -> dict[str, list[dict[str, str]]]:
    """What is known of every sample, game by game."""
    with (FOLDER / "EXPECTED.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    return {name: list(games) for name, games in groupby(rows, key=lambda row: row["file"])}


def small(*changes: tuple[str, str]) -> bytes:
    """The small match with some of its text exchanged."""
    text = SMALL
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text.encode()
