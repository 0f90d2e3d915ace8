"""Forms for results."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from matches.declared_endings import DeclaredEnding
from matches.models import Match
from matches.services.calling import HIGHEST_TABLE
from matches.services.corrections import Correction
from matches.services.match_listeners import LaterResults
from rules_core.kinds import Kind
from rules_core.match import GameEnd, GameResult, MatchEnd
from rules_core.sides import Side


class ResultForm(forms.Form):
    """The score of both sides or, where none was played, who goes on and why."""

    WITHOUT_SCORE = (
        ("", _("Played: the score counts")),
        (MatchEnd.WALKOVER, _("Walkover: the opponent did not come")),
        (MatchEnd.FORFEIT, _("Forfeit: the opponent gave up")),
        (MatchEnd.TIME, _("Time: the opponent ran out of time")),
        (MatchEnd.RULING, _("Ruling by the director")),
        (MatchEnd.UNFINISHED, _("Unfinished: the current score counts")),
        (MatchEnd.DOUBLE_FORFEIT, _("Neither player came: nobody advances")),
    )

    score_a = forms.IntegerField(min_value=0, max_value=99, required=False)
    score_b = forms.IntegerField(min_value=0, max_value=99, required=False)
    ended_by = forms.ChoiceField(label=_("How it ended"), choices=WITHOUT_SCORE, required=False)
    winner = forms.ChoiceField(
        label=_("Who advances"),
        required=False,
        help_text=_(
            "Unfinished: leave this empty to let the leader advance. If the score is tied, nobody advances."
        ),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["version"] = match.version
        self.fields["score_a"].label = match.a.name
        self.fields["score_b"].label = match.b.name
        winner = self.fields["winner"]
        assert isinstance(winner, forms.ChoiceField)
        winner.choices = [("", "–"), (Side.A.value, match.a.name), (Side.B.value, match.b.name)]
        for name in ("score_a", "score_b"):
            self.fields[name].widget.attrs.update(
                {"inputmode": "numeric", "autocomplete": "off", "max": match.length}
            )

    def clean(self) -> dict[str, Any]:
        """Both scores, or an ending; an unfinished match has both or is left as it stands."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        missing = self._scores(cleaned).count(None)
        halfway = cleaned["ended_by"] == MatchEnd.UNFINISHED and missing == 1
        if halfway or (missing and not cleaned["ended_by"]):
            raise ValidationError(_("Enter both scores."))
        return cleaned

    def point_at(self, field: str | None = None) -> None:
        """Put the cursor into this field, or into the one that is wrong or has to be filled in next."""
        wrong = [name for name in self.errors if name in self.fields and name != "version"]
        # What a service refuses is shown above the fields: it is about the ending, or the score.
        about = "winner" if self["ended_by"].value() else "score_a"
        self.fields[field or next(iter(wrong), about)].widget.attrs["autofocus"] = True

    def service_arguments(self) -> dict[str, Any]:
        """The result as ``report_result`` takes it."""
        data = self.cleaned_data
        if not data["ended_by"]:
            return {"score": self._scores(data), "version": data["version"]}
        ended_by, scores = MatchEnd(data["ended_by"]), self._scores(data)
        stands = ended_by is MatchEnd.UNFINISHED and None not in scores
        return {
            "ended_by": ended_by,
            "winner": Side(data["winner"]) if data["winner"] else None,
            "score": scores if stands else None,
            "version": data["version"],
        }

    @staticmethod
    def _scores(data: dict[str, Any]) -> tuple[int | None, int | None]:
        return data["score_a"], data["score_b"]


class CorrectionForm(ResultForm):
    """What is right instead, and why."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("The history keeps the old result and this reason."),
    )
    later = forms.ChoiceField(
        label=_("What about the results listed above?"),
        choices=(
            (LaterResults.VOID, _("Void them: they will be played again")),
            (
                LaterResults.SWAP,
                _("Swap the two names in them: the right player did play, only the name was wrong"),
            ),
        ),
        widget=forms.RadioSelect,
        required=False,
    )

    asked = forms.BooleanField(required=False, widget=forms.HiddenInput)
    """Whether the results built on the wrong one were shown already, with that question."""

    def ask_about_later_results(self, *, can_swap: bool) -> None:
        """Have a choice made, without what cannot be done with the results that were built on the wrong one."""
        later = self.fields["later"]
        assert isinstance(later, forms.ChoiceField)
        later.required = True
        if not can_swap:
            later.choices = [(LaterResults.VOID, _("Void them: they will be played again"))]
        if self.cleaned_data.get("asked"):
            self.add_error("later", _("Choose what is to happen with them."))

    def correction(self) -> dict[str, Any]:
        """What is right, as the service takes it."""
        arguments = self.service_arguments()
        ended_by = arguments.get("ended_by")
        right = (
            Correction(ending=DeclaredEnding(ended_by, arguments["winner"], arguments["score"]))
            if ended_by
            else Correction(score=arguments["score"])
        )
        return {
            "correction": right,
            "reason": self.cleaned_data["reason"],
            "later": LaterResults(self.cleaned_data["later"] or LaterResults.REFUSE),
            "version": arguments["version"],
        }


class CallForm(forms.Form):
    """The table that a match is called to; without one, any."""

    table = forms.IntegerField(min_value=1, max_value=HIGHEST_TABLE, required=False)


class GameForm(forms.Form):
    """One game from the score pad."""

    HOW = (
        (Kind.SINGLE, _("single")),
        (Kind.GAMMON, _("gammon")),
        (Kind.BACKGAMMON, _("backgammon")),
        ("drop", _("drop")),
    )

    number = forms.IntegerField(min_value=1, max_value=999)
    winner = forms.ChoiceField(choices=[(side.value, side.value) for side in Side])
    how = forms.ChoiceField(choices=HOW)
    cube = forms.TypedChoiceField(
        coerce=int, choices=[(1 << turns, 1 << turns) for turns in range(13)], required=False
    )
    automatic_doubles = forms.IntegerField(min_value=0, max_value=6, required=False)
    started_by = forms.ChoiceField(
        choices=[("", ""), *((side.value, side.value) for side in Side)], required=False
    )

    def numbered_game(self) -> tuple[int, GameResult]:
        """The game's number and the game, as ``record_game`` takes them."""
        data = self.cleaned_data
        dropped = data["how"] == "drop"
        doubles = data["automatic_doubles"] or 0
        return data["number"], GameResult(
            winner=Side(data["winner"]),
            kind=Kind.SINGLE if dropped else Kind(data["how"]),
            # Nobody need say that the cube stands where the opening dice left it.
            cube=max(data["cube"] or 1, 1 << doubles),
            ended_by=GameEnd.DROP if dropped else GameEnd.PLAY,
            automatic_doubles=doubles,
            started_by=Side(data["started_by"]) if data["started_by"] else None,
        )


class UndoForm(forms.Form):
    """Which game is taken back: one that is gone already is not meant again."""

    number = forms.IntegerField(min_value=1, max_value=999, required=False)

    @classmethod
    def number_of(cls, said: QueryDict) -> int | None:
        """The number of the game; none where a report is taken back instead of a game."""
        form = cls(said)
        return form.cleaned_data["number"] if form.is_valid() else None
