"""``verify``: play match files through and say what is wrong with them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rules_core.sides import Side
from rules_core.transcripts import Problem, UnreadableMatchFile, read_match_file, replay

_NOTHING: dict[str, Any] = {
    "file": "",
    "length": None,
    "players": [],
    "games": [],
    "final": None,
    "points": None,
    "winner": None,
    "problems": [],
    "notes": [],
}
"""What a refused file tells."""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser("verify", help="check match files against the rules")
    parser.description = (
        "Plays .mat and SGF files through; the exit status is 1 if anything is wrong."
    )
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument(
        "--strict", action="store_true", help="what the players let stand is wrong, too"
    )
    parser.add_argument(
        "--no-crawford", action="store_true", help="matches are played without the Crawford rule"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a file, a line each")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check every file; 1 if one of them has a problem."""
    status = 0
    for name in arguments.files:
        answer = _answer(name, arguments)
        print(json.dumps(answer) if arguments.json else _report(answer))
        status |= bool(answer["problems"])
    return status


def _answer(name: str, arguments: argparse.Namespace) -> dict[str, Any]:
    crawford = False if arguments.no_crawford else None
    try:
        transcript = read_match_file(Path(name))
        return replay(transcript, crawford=crawford, strict=arguments.strict).to_json()
    except UnreadableMatchFile as refusal:
        return _NOTHING | {"file": name, "problems": [Problem.of(refusal).to_json()]}


def _report(answer: dict[str, Any]) -> str:
    """The answer for people."""
    return "\n".join(
        (
            f"{answer['file']}: {_title(answer)}",
            *(_line(game, answer["players"]) for game in answer["games"]),
            *(f"  note: {_place(note)} {note['message']}" for note in answer["notes"]),
            *(f"  WRONG: {_place(wrong)} {wrong['message']}" for wrong in answer["problems"]),
        )
    )


def _title(answer: dict[str, Any]) -> str:
    if answer["final"] is None:
        return "refused"
    a, b = answer["players"]
    final = "{}–{}".format(*answer["final"])
    kind = f"{answer['length']}-point match" if answer["length"] else "money session"
    winner = f", {_player(answer['winner'], [a, b])} wins" if answer["winner"] else ""
    return f"{a} – {b}, {kind}, {final}{winner}"


def _line(game: dict[str, Any], players: list[str]) -> str:
    score = "{}–{}".format(*game["score"])
    crawford = " (Crawford)" if game["crawford"] else ""
    if game["winner"] is None:
        return f"  {game['number']:>3}. {score}{crawford}: broken off"
    how = f" ({game['kind']}, cube {game['cube']}, by {game['ended_by']})" if game["kind"] else ""
    winner = _player(game["winner"], players)
    return f"  {game['number']:>3}. {score}{crawford}: {winner} +{game['points']}{how}"


def _player(side: str, players: list[str]) -> str:
    return players[list(Side).index(Side(side))]


def _place(problem: dict[str, Any]) -> str:
    game = f", game {problem['game']}" if problem["game"] is not None else ""
    return f"line {problem['line']}{game} [{problem['code']}]"
