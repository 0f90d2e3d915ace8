"""A list of players as a file: what each row would do is shown before anything is written."""

from __future__ import annotations

from typing import cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods

from players.actors import Actor, actor_of
from players.services.player_import import ImportReport, Near, import_players
from players.views.club_pages import club_for_director
from web.form_errors import attempt, posted
from web.refusals import sentence
from web.table_form import TableForm
from web.table_reading import as_text


class ImportForm(TableForm):
    """A list of players."""

    near = forms.ChoiceField(
        label=_lazy("Somebody with nearly the same name"),
        choices=[
            ("ask", _lazy("leave out, and tell me")),
            ("same", _lazy("is the same person")),
            ("new", _lazy("is somebody new")),
        ],
        initial="ask",
        required=False,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def import_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Look at the file, then import it."""
    actor = actor_of(request)
    club = club_for_director(request, slug, actor)
    form = ImportForm(posted(request), request.FILES or None)
    confirmed = request.POST.get("confirmed") == "yes"
    report = attempt(form, lambda: _run(form, club.pk, actor, dry_run=not confirmed))
    if report and confirmed:
        messages.success(request, _summary(report))
        return redirect("club-players", slug=slug)
    context = {
        "club": club,
        "form": form,
        "report": report,
        "summary": _summary(report) if report else "",
        "text": as_text(form.cleaned_data["rows"]) if report else "",
        "refused": [(one, sentence(one.refusal)) for one in report.refused if one.refusal]
        if report
        else [],
        "used": report.used if report else [],
        "may_direct": True,
    }
    return render(request, "players/import.html", context)


def _run(form: ImportForm, club_id: int, actor: Actor, *, dry_run: bool) -> ImportReport:
    said = form.cleaned_data
    return import_players(
        club_id=club_id,
        rows=said["rows"],
        actor=actor,
        dry_run=dry_run,
        near=cast("Near", said["near"] or "ask"),
    )


def _summary(report: ImportReport) -> str:
    said = _("%(created)d new, %(updated)d updated, %(skipped)d unchanged, %(refused)d left out.")
    kinds = ("created", "updated", "skipped", "refused")
    return said % {does: report.count(does) for does in kinds}
