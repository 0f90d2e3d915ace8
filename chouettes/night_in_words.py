"""The lines of a night as sentences, and its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from chouettes.models import ChouetteEntry, EntryKind
from rules_core.chouette import Answer, ChouetteRules, Consultation, Cubes, LoneTaker, Retention

Names = Mapping[str, str]


def in_words(line: ChouetteEntry, names: Names) -> str:
    """What a line says, with the names of those who sit there."""
    return _SENTENCES[EntryKind(line.kind)](line.facts, names)


def rules_in_words(rules: ChouetteRules) -> list[str]:
    """What was agreed on, but for the cube's own options."""
    said = {
        _("One cube each."): rules.cubes is Cubes.EACH,
        _("One cube for the whole team."): rules.cubes is Cubes.ONE,
        _("The box stays if it beats the captain."): rules.retention is Retention.BEAT_CAPTAIN,
        _("The box stays if it beats everybody."): rules.retention is Retention.BEAT_ALL,
        _("The box stays if it does not lose points."): rules.retention is Retention.NOT_NEGATIVE,
        _("With five players or more, the only one to take must drop."): (
            rules.lone_taker is LoneTaker.MUST_DROP
        ),
        _("The only one to take must take every extra offered."): (
            rules.lone_taker is LoneTaker.MUST_TAKE_EXTRAS
        ),
        _("The team may always advise the captain."): rules.consultation is Consultation.FREE,
        _("Whose cube was turned may advise the captain."): (
            rules.consultation is Consultation.AFTER_CUBE
        ),
        _("Nobody advises the captain."): rules.consultation is Consultation.NEVER,
        _("With eight players or more, the box may take a partner."): rules.box_partner,
    }
    return [sentence for sentence, is_so in said.items() if is_so]


def _sat_down(facts: Any, names: Names) -> str:
    seated = ", ".join(names[key] for key in facts["players"])
    if lot := facts.get("lot"):
        return _("Places drawn by lot (%(lot)s): %(names)s.") % {"lot": lot, "names": seated}
    return _("Sat down: %(names)s.") % {"names": seated}


def _joined(facts: Any, names: Names) -> str:
    return _("%(name)s joins.") % {"name": names[facts["player"]]}


def _left(facts: Any, names: Names) -> str:
    return _("%(name)s leaves.") % {"name": names[facts["player"]]}


def _started(facts: Any, names: Names) -> str:
    if partner := facts.get("partner"):
        return _("A game starts; %(name)s is the box’s partner.") % {"name": names[partner]}
    return _("A game starts.")


def _equal_dice(_facts: Any, _names: Names) -> str:
    return _("Equal opening dice.")


def _doubled(facts: Any, names: Names) -> str:
    others = ", ".join(names[with_team] for _box, with_team in facts["cubes"])
    if facts["by"] == "box":
        said = _("The box doubles %(names)s.") % {"names": others}
    else:
        said = _("The box is doubled by %(names)s.") % {"names": others}
    return " ".join([said, *_answers(facts, names)])


def _answered(facts: Any, names: Names) -> str:
    return " ".join(_answers(facts, names))


def _answers(facts: Any, names: Names) -> Iterator[str]:
    words = {Answer.TAKE: _("taken"), Answer.DROP: _("dropped"), Answer.BEAVER: _("beaver")}
    for with_box, with_team, how in facts.get("answers", ()):
        yield f"{names[with_box]} – {names[with_team]}: {words[Answer(how)]}."


def _extra(facts: Any, names: Names) -> str:
    pair = {"dropper": names[facts["dropper"]], "taker": names[facts["taker"]]}
    if facts.get("accepted", True):
        return _("%(taker)s takes an extra from %(dropper)s.") % pair
    return _("%(taker)s refuses an extra from %(dropper)s.") % pair


def _finished(facts: Any, _names: Names) -> str:
    box = facts["winner"] == "box"
    match facts["kind"]:
        case "gammon":
            return _("The box wins a gammon.") if box else _("The team wins a gammon.")
        case "backgammon":
            return _("The box wins a backgammon.") if box else _("The team wins a backgammon.")
        case _single:
            return _("The box wins.") if box else _("The team wins.")


def _closed(_facts: Any, _names: Names) -> str:
    return _("The night is over.")


def _taken_back(facts: Any, _names: Names) -> str:
    return _("Line %(number)s is undone.") % {"number": facts["line"]}


_SENTENCES: dict[EntryKind, Callable[[Any, Names], str]] = {
    EntryKind.SAT_DOWN: _sat_down,
    EntryKind.JOINED: _joined,
    EntryKind.LEFT: _left,
    EntryKind.STARTED: _started,
    EntryKind.EQUAL_DICE: _equal_dice,
    EntryKind.DOUBLED: _doubled,
    EntryKind.ANSWERED: _answered,
    EntryKind.EXTRA: _extra,
    EntryKind.FINISHED: _finished,
    EntryKind.CLOSED: _closed,
    EntryKind.TAKEN_BACK: _taken_back,
}
