"""A result changes after the winner has moved on."""

from __future__ import annotations

from typing import Any

from matches.models import Match
from players.actors import Actor
from rules_core.draws.advancement import Outcome, PairingState
from rules_core.draws.consequences import consequences, exchanged
from rules_core.errors import Conflict
from tournaments.models import Pairing
from tournaments.services.draw_sheet import DrawSheet
from tournaments.services.freshness import stage_changed


class DownstreamPlayed(Conflict):
    """Matches were played that could not have been, had this result been right from the start."""

    code = "downstream_played"


class SwapNotPossible(Conflict):
    """Later results cannot stand with the names of the two exchanged."""

    code = "swap_not_possible"


class NextRoundPaired(Conflict):
    """Its players have sat down elsewhere; nobody plays two matches at once."""

    code = "next_round_paired"


class EntrantOut(Conflict):
    """A match cannot go on without one of its sides."""

    code = "entrant_out"


def apply_change(
    sheet: DrawSheet, key: str, outcome: Outcome | None, actor: Actor
) -> list[dict[str, Any]]:
    """Give a pairing another outcome, or none, and bring everything after it into line.

    Same winner: nothing else changes. Another winner: moved at once. Matches further on that were
    played, or are being played, are voided, stay in the ledger, and are listed: whether that is
    wanted is for the caller to say. Rounds of a Swiss that are paired already stand whatever changes
    before them: their players have sat down.
    """
    if outcome is None and sheet.is_behind(key):
        raise NextRoundPaired(
            "The next round is already paired. Correct the result instead, or undo the round first."
        )
    if outcome is None and sheet.is_walked_over(key):
        raise EntrantOut("A player in this match has withdrawn. Reinstate them first.")
    found = consequences(
        sheet.plan, sheet.states, key, outcome, sheet.withdrawn, started=sheet.started
    )
    voided = [described(sheet.row(lost)) for lost in found.voided]
    sheet.write(found.changes, actor, reason=f"correction of {key}")
    stage_changed(sheet.stage.pk)
    return voided


def states_if_swapped(
    sheet: DrawSheet, key: str, outcome: Outcome | None
) -> dict[str, PairingState] | None:
    """What the sheet would be like if the two had gone on in each other's place; none if it cannot."""
    return exchanged(sheet.plan, sheet.states, key, outcome, sheet.withdrawn)


def apply_swap(
    sheet: DrawSheet, key: str, changes: dict[str, PairingState] | None, actor: Actor
) -> None:
    """Let the two of a pairing change places in everything after it; what was played there stands."""
    if changes is None:
        raise SwapNotPossible(
            "The two names cannot be swapped in later matches: that needs another winner, and both"
            " players still in the event. Void the later results instead.",
            pairing=key,
        )
    sheet.exchange(changes, actor, reason=f"names swapped by the correction of {key}")
    stage_changed(sheet.stage.pk)


def refusal(voided: list[dict[str, Any]], *, can_swap: bool) -> DownstreamPlayed:
    """A change that would void these matches, and was not said to."""
    names = "; ".join(lost["players"] for lost in voided if lost["players"])
    matches, have = ("match", "has") if len(voided) == 1 else ("matches", "have")
    return DownstreamPlayed(
        f"This would void {len(voided)} later {matches} that {have} been played or started: {names}."
        " To do it anyway, confirm that they should be voided"
        + (", or that the two names should be swapped in them." if can_swap else "."),
        voided=voided,
        can_swap=can_swap,
    )


def described(row: Pairing) -> dict[str, Any]:
    """A pairing of which what was played would be lost."""
    match: Match | None = row.match
    return {
        "pairing": row.key,
        "match": match.pk if match else None,
        "players": str(match) if match else None,
        "score": list(match.score) if match else None,
    }
