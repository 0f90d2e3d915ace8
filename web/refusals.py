"""Refusals in the reader's language.

The rules and the services raise codes and facts with an English sentence. Here each code that can
reach a page has a sentence that can be translated. It may be shorter than the English one, since it
has only the facts that the refusal carries.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_noop as _

from rules_core.errors import RulesError

SENTENCES = {
    "permission_denied": _("Your role in this club does not reach this far."),
    "only_for_the_installation": _(
        "Only whoever runs this installation can see this: it concerns all its clubs."
    ),
    "gone": _("This was deleted in the meantime. Load the page again."),
    # Clubs and players
    "club_name_missing": _("A club needs a name."),
    "unknown_language": _("The pages are not written in this language."),
    "unknown_timezone": _("There is no time zone %(timezone)s. An example: Europe/Zurich."),
    "name_missing": _("A player needs a name."),
    "player_anonymised": _("This player’s details were removed for good."),
    "federation_id_taken": _("Another player has the federation number %(federation_id)s."),
    "player_of_another_club": _("This is a player of another club. Add them to the club first."),
    "same_player_twice": _("A match needs two different players."),
    # Matches
    "already_reported": _("Your side has reported this match. Take that back, or wait."),
    "ending_by_directors": _("Walkovers, forfeits and rulings are entered by a director."),
    "entries_after_the_end": _("At this length the match was over before. Give the score."),
    "ledger_not_valid": _("The history of a match in this file makes no sense."),
    "match_disputed": _("The two sides disagree about this match: a director has to rule."),
    "match_finished": _("This match is over."),
    "match_not_finished": _("This match has no result: there is nothing to re-open."),
    "match_void": _("This match was voided and no longer counts."),
    "nothing_reported": _("There is no report for this match."),
    "nothing_to_correct": _("Say what is right: the games, the score, the ending or the length."),
    "own_report": _("Your own side reported this: the other side or a director confirms it."),
    "already_begun": _("The match has begun: its call stands."),
    "played_elsewhere": _("Players of this club have entered events of other clubs: it stays."),
    "too_many_pairings": _(
        "This round robin would have about %(pairings)s matches, and %(most)s at most can be drawn: "
        "make pools, or limit the rounds."
    ),
    "table_out_of_range": _("Tables have numbers from 1 to %(highest)s."),
    "date_out_of_range": _("An event takes place between %(earliest)s and %(latest)s."),
    "player_busy": _(
        "%(name)s is still playing another match. Enter that result, or take the call back."
    ),
    "reported_by_other_side": _("The other side reported this. Say that it is wrong."),
    "results_by_directors": _("The results of this event are entered by its directors."),
    "rules_frozen": _("The match has been called: its rules stand."),
    "side_required": _("Both sides reported. Say whose report counts."),
    "stale_version": _("The match has changed since. Look again, then decide."),
    "authentication_failed": _(
        "This card was replaced by another. Ask the director for the new one."
    ),
    "table_link_closed": _("The match is over, and this table’s link with it."),
    "table_taken": _("Another match is being played at this table. Choose another."),
    # The rules of a match
    "against_the_rules": _("That is against the rules."),
    "bye_after_play": _("A match that has been begun is no bye; end it in another way."),
    "cube_above_maximum": _("The cube is not turned that high in this event."),
    "cube_below_automatic_doubles": _("After automatic doubles the cube stands higher."),
    "cube_in_crawford_game": _("The Crawford game is played without the cube."),
    "cube_not_power_of_two": _("The cube shows 1, 2, 4, 8 and so on."),
    "cube_turned_contradicted": _("The cube’s value does not agree with whether it was turned."),
    "ending_not_declared": _("A match is won by its games or its final score: record those."),
    "gammon_on_drop": _("A refused double ends the game as a single one."),
    "nothing_to_undo": _("There is no game that could be taken back."),
    "penalty_out_of_range": _("A penalty is at least one point."),
    "rules_out_of_range": _("No match can be played with this setting."),
    "score_not_allowed": _("Only an unfinished match is ended with the score that stood."),
    "too_many_automatic_doubles": _("These rules do not allow so many automatic doubles."),
    "unreachable_score": _("No match of this length ends with this score."),
    "winner_not_allowed": _("Nobody wins a match that ends like this."),
    "winner_required": _("Say who wins the match."),
    "wrong_game_number": _("The next game is number %(expected)s, not %(number)s."),
    # Events
    "already_drawn": _("The draw is made: this can no longer be changed."),
    "already_entered": _("This player is entered already."),
    "already_imported": _("This event was imported before."),
    "already_out": _("This entrant has left the event already."),
    "already_played": _("This entrant has results already: withdraw them instead."),
    "commitment_broken": _("The seed is not the one whose fingerprint was published."),
    "conflict": _("That clashes with what is recorded."),
    "downstream_played": _("This would void matches further on that were played or begun."),
    "draw_differs": _(
        "Number %(position)s on the list draws seed %(found)s, not %(published)s as published."
    ),
    "event_file_not_valid": _("No event can be made from this file: it is damaged or changed."),
    "event_full": _("An event takes %(most)s entrants at most."),
    "list_closed": _("All stages that a newcomer could play in are over."),
    "entrant_out": _("Somebody in this match has left the event. Let them play on first."),
    "next_stage_drawn": _(
        "“%(name)s” is drawn from the places of this stage. Correct the result instead."
    ),
    "no_round_left": _("There is no round left in which a latecomer could play."),
    "no_free_bye": _("There is no bye left to put a latecomer in."),
    "no_pdf": _("This server makes no PDF itself: print to a file from the browser."),
    "next_round_paired": _(
        "The next round is paired. Correct the result instead, or take the round back first."
    ),
    "no_rounds": _("This can only be done with a Swiss that is under way."),
    "not_drawn": _("Make the draw first: it pairs the first round."),
    "not_in_this_stage": _("Only entrants of this stage can be placed."),
    "not_out": _("This entrant has not left the event."),
    "only_stage": _("An event needs at least one stage."),
    "round_not_finished": _("Matches of this round are still to be played."),
    "round_played": _("This round has results already: it stays."),
    "seed_taken": _("Seed %(seed)s is given already."),
    "setting_not_valid": _("No draw can be made with these settings."),
    "stage_not_finished": _("The stage before is not finished: who goes on is not known yet."),
    "stage_over": _("All rounds are played: the standings are final."),
    "too_busy": _("Results are coming in faster than this change can be made. Try again."),
    "too_few_entrants": _("A draw needs at least two entrants."),
    "too_few_to_qualify": _("Fewer took part than are to go on."),
    "too_many_entrants": _("A draw takes at most %(most)s entrants: split the event."),
    "too_many_stages": _("An event cannot have so many stages."),
    "unknown_format": _("There is no such format."),
}


def sentence(error: RulesError) -> str:
    """What a refusal says to whoever reads the page; in English, every fact is in it."""
    counted = _counted(error)
    if counted:
        return counted
    translatable = SENTENCES.get(error.code)
    if translatable is None or (get_language() or "en").startswith("en"):
        return error.message
    return gettext(translatable) % _Facts(error.facts)


def _counted(error: RulesError) -> str:
    """Refusals that say how many: one match is not “1 match(es)” in any language."""
    number, voided = error.facts.get("open"), error.facts.get("voided")
    if error.code == "round_not_finished" and isinstance(number, int):
        return ngettext(
            "%(n)s match of this round is still to be played.",
            "%(n)s matches of this round are still to be played.",
            number,
        ) % {"n": number}
    if error.code == "downstream_played" and isinstance(voided, list):
        names = "; ".join(lost["players"] for lost in voided if lost["players"])
        return ngettext(
            "This would void %(n)s match further on that was played or begun: %(names)s.",
            "This would void %(n)s matches further on that were played or begun: %(names)s.",
            len(voided),
        ) % {"n": len(voided), "names": names}
    return ""


def sentences(codes: Iterable[str]) -> dict[str, str]:
    """What these refusals say in the reader's language; a page fills in the facts itself."""
    return {code: gettext(SENTENCES[code]) for code in codes}


class _Facts(dict[str, object]):
    """The facts of a refusal; one it does not carry is left open."""

    def __missing__(self, fact: str) -> str:
        return "…"
