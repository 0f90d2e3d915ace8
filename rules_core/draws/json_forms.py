"""Entrants, rounds and plans as JSON, the way the command line reads and prints them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_core.draws.history import Contender, Key, Round, RoundPairing
from rules_core.draws.plan import Bye, LoserOf, PlannedPairing, Seed, Slot, WinnerOf
from rules_core.errors import RulesError
from rules_core.sides import Side


class InputNotValid(RulesError):
    """JSON that is not of the form asked for."""

    code = "input_not_valid"


def contenders_from(entrants: Any) -> list[Contender]:
    """Entrants from ``[{"id", "rating", "club", "withdrawn", "seed", "missed"}]``.

    All but the id may lack. ``missed`` is for those who came after the draw: how many rounds were
    paired by then.
    """
    if not isinstance(entrants, list):
        raise InputNotValid('Entrants are a list, such as [{"id": 1, "rating": 1500}].')
    found = [_contender(entrant) for entrant in entrants]
    if len({contender.id for contender in found}) < len(found):
        raise InputNotValid("Every entrant needs an id of their own.")
    return found


def seed_from(given: object) -> str:
    """The text that decides a draw. It is hashed, so it has to be text that can be written down."""
    seed = str(given)
    if not _is_text(seed):
        raise InputNotValid("The seed is not valid text. Write it in UTF-8.")
    return seed


def _contender(entrant: Any) -> Contender:
    if not isinstance(entrant, Mapping) or not _is_key(entrant.get("id")):
        raise InputNotValid("Every entrant needs an id, a number or a text.")
    if not _is_text(str(entrant["id"])):
        raise InputNotValid(f"The id {entrant['id']!a} is not valid text. Write it in UTF-8.")
    rating, seed = entrant.get("rating"), entrant.get("seed")
    if not (rating is None or isinstance(rating, int | float)):
        raise InputNotValid(f"The rating of entrant {entrant['id']} is a number or null.")
    if not (seed is None or isinstance(seed, int)):
        raise InputNotValid(f"The seed of entrant {entrant['id']} is a number or null.")
    missed = entrant.get("missed")
    if not (missed is None or (isinstance(missed, int) and missed >= 0)):
        raise InputNotValid(f"The rounds missed by entrant {entrant['id']} are a number or null.")
    return Contender(
        id=entrant["id"],
        rating=rating,
        club=entrant.get("club"),
        withdrawn=bool(entrant.get("withdrawn")),
        seed=seed,
        missed=missed,
    )


def rounds_from(rounds: Any) -> list[list[RoundPairing]]:
    """Rounds from ``[[{"a", "b", "winner"}]]``.

    A bye has no ``b``. The winner is named by id or by side, ``"a"`` or ``"b"``; null means that
    neither won.
    """
    if not isinstance(rounds, list) or not all(isinstance(played, list) for played in rounds):
        raise InputNotValid("Rounds are a list of lists of pairings.")
    return [[_meeting(pairing) for pairing in played] for played in rounds]


def _meeting(pairing: Any) -> RoundPairing:
    if not isinstance(pairing, Mapping) or not _is_key(pairing.get("a")):
        raise InputNotValid('A pairing looks like {"a": 1, "b": 2, "winner": 1}.')
    a, b = pairing["a"], pairing.get("b")
    if b is None:
        return RoundPairing(a, None, Side.A)
    if not _is_key(b):
        raise InputNotValid('A pairing looks like {"a": 1, "b": 2, "winner": 1}.')
    return RoundPairing(a, b, _winner(a, b, pairing.get("winner")))


def _winner(a: Key, b: Key, winner: Any) -> Side | None:
    """The side named; an id is looked for first, since an entrant may be called "a"."""
    if winner is None:
        return None
    named = {a: Side.A, b: Side.B}
    if _is_key(winner) and winner in named:
        return named[winner]
    if winner in list(Side):
        return Side(winner)
    raise InputNotValid(f"The winner of {a} against {b} is one of them, not {winner!r}.")


def _is_key(value: Any) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def _is_text(value: str) -> bool:
    """Whether it can be written as UTF-8; half of a surrogate pair cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def pairing_as_json(pairing: PlannedPairing, order: Sequence[Contender] = ()) -> dict[str, Any]:
    """A pairing of a plan; with the order of the draw, seeds name their entrants."""
    form: dict[str, Any] = {
        "id": pairing.id,
        "bracket": pairing.bracket,
        "round": pairing.round,
        "length": pairing.length,
        "a": _slot_as_json(pairing.a, order),
        "b": _slot_as_json(pairing.b, order),
    }
    if pairing.only_if:
        form["only_if"] = {"pairing": pairing.only_if.pairing, "winner": pairing.only_if.side}
    return form


def _slot_as_json(slot: Slot, order: Sequence[Contender]) -> dict[str, Any]:
    match slot:
        case Seed(number):
            entrant = {"entrant": order[number - 1].id} if order else {}
            return {"seed": number, **entrant}
        case WinnerOf(pairing):
            return {"winner_of": pairing}
        case LoserOf(pairing, None):
            return {"loser_of": pairing}
        case LoserOf(pairing, side):
            return {"loser_of": pairing, "if_side": side}
        case Bye():
            return {"bye": True}


def round_as_json(found: Round) -> dict[str, Any]:
    """A round in the form in which it is read back once the winners are filled in."""
    pairs = [{"a": a, "b": b} for a, b in found.pairs]
    byes = [{"a": bye, "b": None, "winner": bye} for bye in found.byes]
    return {"round": found.number, "pairings": [*pairs, *byes], "finished": False}
