"""What a chouette refuses, besides what the cube refuses."""

from __future__ import annotations

from rules_core.errors import Conflict, RulesError


class TooFewPlayers(RulesError):
    """A chouette is a box against a team of two or more."""

    code = "too_few_players"


class AlreadyPlaying(RulesError):
    """A player has one place in the line."""

    code = "already_playing"


class NotPlaying(RulesError):
    """Nobody of that name is here."""

    code = "not_playing"


class NoPartnerHere(RulesError):
    """The box may not take this partner."""

    code = "no_partner_here"


class StakeNotOpen(RulesError):
    """No such cube is in play."""

    code = "stake_not_open"


class CubesUnanswered(RulesError):
    """Turned cubes wait for their answers, all of them at once."""

    code = "cubes_unanswered"


class OneCubeForAll(RulesError):
    """With a single cube, all who stay in the game do the same with it."""

    code = "one_cube_for_all"


class LoneTakerMustDrop(RulesError):
    """The only member to take must drop as well."""

    code = "lone_taker_must_drop"


class LoneTakerMustTakeExtras(RulesError):
    """The only member to take must also take the extra cubes offered."""

    code = "lone_taker_must_take_extras"


class NoExtraHere(RulesError):
    """An extra passes from a member who has just dropped to one who has just taken."""

    code = "no_extra_here"


class GameNotOver(RulesError):
    """Cubes are still in play, so there is nothing to settle yet."""

    code = "game_not_over"


class GameOver(RulesError):
    """All cubes of the game are settled."""

    code = "game_over"


class AnotherGame(RulesError):
    """The game was not started by the players who sit here now."""

    code = "another_game"


class TooManyPlayers(RulesError):
    """Nobody waits all night for a turn."""

    code = "too_many_players"


class GameUnderWay(Conflict):
    """People come and go between games."""

    code = "game_under_way"


class NoGame(Conflict):
    """There is no game to which this could belong."""

    code = "no_game"


class NightClosed(Conflict):
    """The night was closed, and its accounts stand."""

    code = "night_closed"
