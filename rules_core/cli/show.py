"""``show``: draw the board that an ID names."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rules_core.notation.diagram import draw
from rules_core.notation.match_id import MatchInfo, read_gnubg_id
from rules_core.notation.position_id import read_position_id
from rules_core.notation.xgid import Xgid, read_xgid
from rules_core.sides import Side


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    # Most XGIDs begin with a hyphen, so that must not announce an option here.
    parser = commands.add_parser(
        "show", help="draw the board that an ID names", prefix_chars="+", add_help=False
    )
    parser.add_argument(
        "id", metavar="ID", help="a Position ID, a GNUBGID (POSITION:MATCH) or an XGID"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the board; with a GNUBGID or an XGID, what it says of the match under it."""
    print(shown(arguments.id.strip()))
    return 0


def shown(name: str) -> str:
    """The board that an ID names, as text."""
    if name.count(":") > 1 or name.startswith("XGID="):
        xgid = read_xgid(name)
        return "\n".join((draw(xgid.position), *_xgid_captions(xgid)))
    if ":" in name:
        position, match = read_gnubg_id(name.removeprefix("GNUBGID").strip())
        return "\n".join((draw(position), *_match_captions(match)))
    return draw(read_position_id(name))


def _match_captions(match: MatchInfo) -> Iterator[str]:
    """The player on roll is X on the board, whichever number the ID gives to that player."""
    on_roll = match.on_roll
    owner = None if match.owner is None else ("X" if match.owner == on_roll else "O")
    yield _score(match.length, match.score[on_roll], match.score[1 - on_roll], match.crawford)
    yield _cube(match.cube, owner)
    if match.dice:
        yield "X rolled {}-{}".format(*match.dice)
    if match.doubled:
        yield "X doubles"


def _xgid_captions(xgid: Xgid) -> Iterator[str]:
    owner = None if xgid.owner is None else ("X" if xgid.owner is xgid.on_roll else "O")
    ours, theirs = xgid.score if xgid.on_roll is Side.A else xgid.score[::-1]
    yield _score(xgid.length, ours, theirs, xgid.crawford)
    yield _cube(xgid.cube, owner)
    if xgid.dice:
        yield "X rolled {}-{}".format(*xgid.dice)
    if xgid.offer:
        yield f"X turned the cube: {xgid.offer.name.lower()}"


def _score(length: int, ours: int, theirs: int, crawford: bool) -> str:
    kind = f"{length}-point match" if length else "Money session"
    return f"{kind}, X {ours} – O {theirs}" + (", Crawford game" if crawford else "")


def _cube(value: int, owner: str | None) -> str:
    return f"Cube {value}, " + (f"owned by {owner}" if owner else "centred")
