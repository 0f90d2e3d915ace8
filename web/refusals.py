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
    "permission_denied": _("Your role in this club does not allow this."),
    "only_for_the_installation": _(
        "Only whoever runs this installation can see this: it concerns all its clubs."
    ),
    "gone": _("This was deleted in the meantime. Load the page again."),
    # Clubs and players
    "club_name_missing": _("A club needs a name."),
    "unknown_language": _("The pages are not available in this language."),
    "unknown_timezone": _("There is no time zone %(timezone)s. Example: Europe/Zurich."),
    "name_missing": _("A player needs a name."),
    "player_anonymised": _("This player’s details were removed for good."),
    "player_merged": _("This player was merged into another. Choose that one."),
    "merged_with_self": _("A player cannot be merged with themselves."),
    "different_people": _(
        "These are two people: they share an event, a match, or have two accounts or numbers."
    ),
    "not_merged": _("This player was not merged."),
    "merge_stands": _("A merge can be undone for %(days)s days."),
    "merged_further": _("First undo the merge of %(name)s."),
    "only_director": _("%(club)s would be left without a director. Find another one first."),
    "player_taken": _("This player or this account is taken. Ask a director of the club."),
    "claim_answered": _("This was answered already."),
    "player_has_played": _(
        "This player has entered events or played. Anonymise them instead: results stay."
    ),
    "table_not_readable": _("This file cannot be read, or is too large."),
    "no_name_column": _("The table has no column with names. Call one “Name”."),
    "row_not_valid": _("This row cannot be used."),
    "nearly_known": _("Nearly the same as %(name)s. Is it the same person?"),
    "several_known": _("Several players have this name. Add a federation number."),
    "federation_id_taken": _("Another player has the federation number %(federation_id)s."),
    "player_of_another_club": _(
        "This player belongs to another club. Add them to your club first."
    ),
    "casual_not_rated": _("Casual matches do not count for ratings at this club."),
    "session_settled": _("This session is settled: nothing more can be entered. Start another."),
    "too_many_games": _("A session has 999 games at most. Settle it, and start another."),
    "same_player_twice": _("A match needs two different players."),
    # Chouette nights
    "night_link_closed": _("The night is closed, so its link no longer works. Ask a director."),
    "night_closed": _("The night is closed: nothing more is recorded."),
    "night_too_long": _("This night has as many lines as can be kept. Close it and begin another."),
    "not_the_last_line": _("Something else was recorded in the meantime. Check it again."),
    "game_under_way": _("A game is being played. Finish it first."),
    "no_game": _("No game is being played. Start the next one first."),
    "game_over": _("The game is over: all its cubes are settled."),
    "game_not_over": _("Cubes are still in play: finish the game first."),
    "another_game": _("This game was started by other players."),
    "too_few_players": _("A chouette needs at least three players."),
    "too_many_players": _("At most %(limit)s players sit in at once."),
    "already_playing": _("This player is already playing."),
    "not_playing": _("This player does not sit here."),
    "no_partner_here": _("The box may not take this partner."),
    "stake_not_open": _("Choose cubes that are still in play."),
    "cubes_unanswered": _("Every turned cube is answered, and all of them together."),
    "one_cube_for_all": _("There is one cube: all who stay in the game do the same with it."),
    "lone_taker_must_drop": _("Everybody else drops, so the last one must drop as well."),
    "lone_taker_must_take_extras": _("The only one to take takes every extra offered."),
    "no_extra_here": _("An extra is offered right after a drop, to somebody who took."),
    "cube_not_yours": _("The other side has the cube: only they may double."),
    "too_many_animals": _("It is not agreed to turn the cube again in answer."),
    # Those who run a club
    "invitation_not_valid": _(
        "This invitation was used, taken back, or is too old. Ask for another one."
    ),
    "last_director": _("This is the last director of the club. Name another one first."),
    "too_many_invitations": _("Too many invitations are open. Take some back first."),
    "account_exists": _("There is an account with this address. Sign in with it."),
    "password_not_safe": _("Choose a longer password that is harder to guess."),
    "founding_not_allowed": _("New clubs are set up by whoever runs this installation."),
    # Registration
    "already_registered": _("This player is already registered."),
    "registration_closed": _("Registration is closed. Ask the director whether there is room."),
    "registration_not_open": _("Registration has not opened yet. The event’s page says when."),
    "registration_over": _("This registration can no longer be changed. Ask the director."),
    "members_only": _("This event is for players of the club. Ask the director to add you."),
    "outside_ratings": _(
        "This event is for ratings from %(lowest)s to %(highest)s; yours is %(rating)s."
    ),
    "too_many_registrations": _(
        "Too many registrations from your connection wait for an answer. Ask the director."
    ),
    "confirmation_not_valid": _("This link is not complete. Copy it whole from the mail."),
    "check_in_not_open": _("You can check in from one hour before the start, if you have a place."),
    "logo_too_large": _("This picture is too large. A logo can have at most 1 MB."),
    "logo_not_valid": _("This is not a PNG, JPEG, WebP or GIF picture."),
    "site_not_valid": _("%(site)s is not the address of a site. Example: https://www.example.org"),
    "too_many_sites": _("A club can allow at most %(most)s sites."),
    # Seasons
    "season_rules_not_valid": _(
        "A season cannot be counted like this. Check the points and the number of results."
    ),
    "season_dates": _("A season ends after it begins, and lasts %(years)s years at most."),
    "season_exists": _("There is already a season %(name)s."),
    "season_closed": _("This season is closed. Reopen it first."),
    "season_goes_on": _("%(event)s is not over. Finish it, or leave it out of the season."),
    "nothing_to_award": _("No event of this season is over yet."),
    # Rating pools
    "pool_not_valid": _("Ratings cannot be kept like this. Check the numbers."),
    "pool_name": _("A rating list has a name of at most %(most)s letters."),
    "pool_exists": _("There is already a rating list %(name)s."),
    "too_many_pools": _("There can be at most %(most)s rating lists."),
    "pool_stays": _("This is the rating list that every installation has. It cannot be deleted."),
    "unknown_pool": _("There is no rating list %(pool)s."),
    "no_rating_column": _("The table has no column with ratings. Call one “Rating”."),
    "not_on_the_list": _("No player has this name. Add them to the club’s players first."),
    # Matches
    "already_reported": _("Your side has already reported this match. Undo the report, or wait."),
    "ending_by_directors": _(
        "Only directors and scorers can enter walkovers, forfeits and rulings."
    ),
    "entries_after_the_end": _(
        "At this length the match was over earlier. Enter the score instead."
    ),
    "ledger_not_valid": _("A match in this file has an impossible history."),
    "match_disputed": _("The two sides disagree about this match. A director has to decide."),
    "match_finished": _("This match is over."),
    "match_not_finished": _("This match has no result to undo."),
    "match_void": _("This match was voided and no longer counts."),
    "not_disputed": _("This match is not disputed."),
    "nothing_reported": _("There is no report for this match."),
    "nothing_to_correct": _("Enter what is right: the games, the score, the ending or the length."),
    "own_report": _("Your side reported this. The other side or a director has to confirm it."),
    "already_started": _("The match has started. Its call can no longer be undone."),
    "played_elsewhere": _(
        "Players of this club have entered other clubs’ events, so it cannot be deleted."
    ),
    "too_many_pairings": _(
        "This round robin would have about %(pairings)s matches; the limit is %(most)s. Use pools, or limit the rounds."
    ),
    "table_out_of_range": _("Table numbers go from 1 to %(highest)s."),
    "date_out_of_range": _("The date must be between %(earliest)s and %(latest)s."),
    "player_busy": _(
        "%(name)s is still playing another match. Enter that result, or undo the call."
    ),
    "reported_by_other_side": _("The other side reported this. Dispute it instead."),
    "results_by_directors": _("Only directors and scorers enter results in this event."),
    "rules_frozen": _("The match has been called. Its rules can no longer be changed."),
    "side_required": _("Both sides have reported. Choose whose report counts."),
    "stale_version": _("The match has changed in the meantime. Check it again, then decide."),
    "authentication_failed": _("This card has been replaced. Ask the director for the new one."),
    "table_link_closed": _("The match is over, so this table’s link no longer works."),
    "table_taken": _("Another match is being played at this table. Choose another."),
    # Match files
    "other_players": _(
        "The file is a match of other players. If it is the right one, choose who its first player is."
    ),
    "not_a_match_file": _("This is not a match file: it is neither .mat nor SGF."),
    "match_file_too_large": _("This file is too large. A match file has at most 1 MB."),
    "unreadable_line": _("Line %(line)s of the file cannot be read."),
    "unknown_variation": _(
        "The file is another kind of backgammon, or starts from a position set by hand."
    ),
    "wrong_length": _("The file is of a match to another number of points."),
    "opening_double": _("Line %(line)s: a game cannot begin with equal dice."),
    "wrong_cube_value": _("Line %(line)s: a double turns the cube to twice its value."),
    "wrong_winner": _("Line %(line)s: the file gives the game to the player who lost it."),
    "wrong_points": _("Line %(line)s: these are not the points that cube and game give."),
    "score_does_not_follow": _("Line %(line)s: this score does not follow from the game before."),
    "game_without_result": _("Line %(line)s: the file does not say how this game ended."),
    "play_not_recorded": _("Line %(line)s: the file does not say how this roll was played."),
    # The rules of a match
    "against_the_rules": _("This is against the rules."),
    "bye_after_play": _("A match that has started cannot be a bye. End it another way."),
    "cube_above_maximum": _("The cube cannot go that high in this event."),
    "cube_below_automatic_doubles": _("After automatic doubles the cube must be higher."),
    "cube_in_crawford_game": _("The Crawford game is played without the cube."),
    "cube_not_power_of_two": _("The cube can only be at 1, 2, 4, 8 and so on."),
    "cube_turned_contradicted": _("The cube’s value does not match whether it was turned."),
    "ending_not_declared": _("Enter the games or the final score instead."),
    "gammon_on_drop": _("A dropped double ends the game as a single game."),
    "nothing_ruled": _("There is nothing of the kind to take back."),
    "nothing_to_undo": _("There is no game to undo."),
    "nobody_is_late": _("No points for being late are due in this match."),
    "no_clock": _("This match is played without a clock."),
    "penalty_out_of_range": _("A penalty is at least one point."),
    "rules_out_of_range": _("No match can be played with these rules."),
    "score_not_allowed": _("Only an unfinished match can end with its current score."),
    "too_many_automatic_doubles": _("The rules do not allow that many automatic doubles."),
    "unreachable_score": _("A match of this length cannot end with this score."),
    "winner_not_allowed": _("A match that ends this way has no winner."),
    "winner_required": _("Choose who wins the match."),
    "wrong_game_number": _("The next game is number %(expected)s, not %(number)s."),
    # Events
    "already_drawn": _("The draw has been made. This can no longer be changed."),
    "already_entered": _("This player is already entered."),
    "already_imported": _("This event has already been imported."),
    "already_out": _("This entrant has already withdrawn."),
    "already_played": _("This entrant already has results. Withdraw them instead."),
    "commitment_broken": _("The random seed does not match the published fingerprint."),
    "conflict": _("This conflicts with what is already recorded."),
    "downstream_played": _("This would void later matches that have been played or started."),
    "swap_not_possible": _(
        "The two names cannot be swapped in later matches. Void the later results instead."
    ),
    "draw_differs": _(
        "Number %(position)s on the list gets seed %(found)s, not %(published)s as published."
    ),
    "event_file_not_valid": _("This file cannot be imported: it is damaged or has been changed."),
    "event_full": _("An event can have at most %(most)s entrants."),
    "list_closed": _("All stages that a new player could join are over."),
    "entrant_out": _("A player in this match has withdrawn. Reinstate them first."),
    "next_stage_drawn": _(
        "“%(name)s” has been drawn from this stage’s standings. Correct the result instead."
    ),
    "no_round_left": _("There is no round left for a latecomer to play in."),
    "no_free_bye": _("There is no bye left for a latecomer."),
    "no_pdf": _("This server cannot make PDFs. Print to a file from your browser."),
    "next_round_paired": _(
        "The next round is already paired. Correct the result instead, or undo the round first."
    ),
    "no_rounds": _("You can only do this in a Swiss that is under way."),
    "not_drawn": _("Make the draw first. It pairs the first round."),
    "not_in_this_event": _("This entrant is not in the event."),
    "not_in_this_stage": _("Only entrants of this stage can be placed."),
    "not_out": _("This entrant has not withdrawn."),
    "only_stage": _("An event needs at least one stage."),
    "round_started": _("Matches of this round have started. Its length stands."),
    "unknown_round": _("There is no such round in this stage."),
    "round_not_finished": _("Some matches in this round are still to be played."),
    "round_played": _("This round already has results and can no longer be undone."),
    "seed_taken": _("Seed %(seed)s is already taken."),
    "setting_not_valid": _("No draw can be made with these settings."),
    "stage_not_finished": _(
        "The previous stage is not finished, so the qualifiers are not known yet."
    ),
    "stage_over": _("All rounds have been played. The standings are final."),
    "too_busy": _("Results are coming in too fast for this change. Try again."),
    "too_few_entrants": _("A draw needs at least two entrants."),
    "too_few_to_qualify": _("Fewer players took part than should qualify."),
    "too_many_entrants": _("A draw can have at most %(most)s entrants. Split the event."),
    "too_many_stages": _("An event cannot have that many stages."),
    "unknown_format": _("There is no such format."),
}

REASONS = {
    ("row_not_valid", "name_missing"): _("There is no name."),
    ("row_not_valid", "name_too_long"): _("A name has at most %(most)s letters."),
    ("row_not_valid", "country"): _("A country has two letters, such as CH."),
    ("row_not_valid", "federation_id"): _("The federation number is too long."),
    ("row_not_valid", "other_number"): _("%(name)s has the federation number %(federation_id)s."),
    ("row_not_valid", "twice"): _("This player is in the table twice."),
    ("row_not_valid", "figure"): _("%(said)s is not a number from %(lowest)s to %(highest)s."),
    ("row_not_valid", "email"): _("This is not an e-mail address."),
    ("different_people", "account"): _("Both have an account. One person has one."),
    ("different_people", "federation_id"): _(
        "Both have a federation number. Remove the wrong one first."
    ),
    ("different_people", "rows"): _("Both have something that one person has once."),
    ("different_people", "entries"): _(
        "Both are entered in %(event)s. Remove one of the entries first."
    ),
    ("different_people", "opponents"): _("The two have played each other."),
}
"""For refusals that have several reasons: by code, and the ``why`` among their facts."""


def sentence(error: RulesError) -> str:
    """What a refusal says to whoever reads the page; in English, every fact is in it."""
    counted = _counted(error)
    if counted:
        return counted
    reason = REASONS.get((error.code, str(error.facts.get("why"))))
    translatable = reason or SENTENCES.get(error.code)
    if translatable is None or (get_language() or "en").startswith("en"):
        return error.message
    return gettext(translatable) % _Facts(error.facts)


def _counted(error: RulesError) -> str:
    """Refusals that say how many: one match is not “1 match(es)” in any language."""
    number, voided = error.facts.get("open"), error.facts.get("voided")
    if error.code == "round_not_finished" and isinstance(number, int):
        return ngettext(
            "%(n)s match in this round is still to be played.",
            "%(n)s matches in this round are still to be played.",
            number,
        ) % {"n": number}
    if error.code == "downstream_played" and isinstance(voided, list):
        names = "; ".join(lost["players"] for lost in voided if lost["players"])
        return ngettext(
            "This would void %(n)s later match that has been played or started: %(names)s.",
            "This would void %(n)s later matches that have been played or started: %(names)s.",
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
