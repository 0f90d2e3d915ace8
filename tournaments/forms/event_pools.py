"""Which rating lists an event counts for, as a field of its form."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.models import RatingPool


class EventPoolsForm(forms.Form):
    """Chosen among the lists that the form showed: another one is left as it is."""

    rating_lists = forms.MultipleChoiceField(
        label=_("Counts for the rating lists"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Also afterwards: what was played is rated again."),
    )
    lists_shown = forms.CharField(widget=forms.HiddenInput, required=False)

    def offer(self, pools: Sequence[RatingPool], chosen: Collection[str]) -> None:
        """Let somebody choose among these; the event counts for some of them already."""
        choices = [(pool.pk, str(pool)) for pool in pools]
        field = self.fields["rating_lists"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = choices
        self.initial["rating_lists"] = list(chosen)
        self.initial["lists_shown"] = " ".join(pool.pk for pool in pools)

    def chosen_pools(self, now: Collection[str]) -> set[str] | None:
        """All that the event is to count for; nothing if the form says nothing of them."""
        shown = set(self.cleaned_data["lists_shown"].split())
        wanted = (set(now) - shown) | set(self.cleaned_data["rating_lists"])
        return wanted if shown and wanted != set(now) else None
