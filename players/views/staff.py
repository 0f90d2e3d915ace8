"""Those who run a club: roles, invitations, and the list of every change."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from players.actors import actor_of
from players.forms import InvitationForm, RoleForm
from players.models import Club, Invitation, Role
from players.selectors import open_invitations, staff_history, staff_of
from players.services.staff import change_role, invite, remove_role, revoke_invitation
from players.views.club_pages import club_for_director
from rules_core.errors import NotAllowed, RulesError
from web.form_errors import attempt, posted
from web.refusals import sentence

LINES = 50


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Who runs the club; a new invitation is shown with its link."""
    actor = actor_of(request)
    club = club_for_director(request, slug, actor)
    form = InvitationForm(posted(request))
    made = attempt(
        form,
        lambda: invite(
            club_id=club.pk,
            actor=actor,
            site=request.build_absolute_uri("/").rstrip("/"),
            **form.cleaned_data,
        ),
    )
    context = _context(request, club) | {"form": InvitationForm() if made else form}
    if made:
        context["made"] = _link(request, made)
    return render(request, "players/staff.html", context)


def _context(request: HttpRequest, club: Club) -> dict[str, Any]:
    history = Paginator(staff_history(club), LINES)
    return {
        "club": club,
        "may_direct": True,
        "members": [
            (membership, RoleForm(initial={"role": membership.role}, auto_id=f"%s-{membership.pk}"))
            for membership in staff_of(club)
        ],
        "invitations": [_link(request, invitation) for invitation in open_invitations(club)],
        "page": history.get_page(request.GET.get("page")),
        "sends_mail": settings.SENDS_MAIL,
    }


def _link(request: HttpRequest, invitation: Invitation) -> tuple[Invitation, str]:
    path = reverse("invitation", args=[invitation.secret])
    return invitation, request.build_absolute_uri(path)


@require_POST
def change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Give somebody another role."""
    club = club_for_director(request, slug, actor_of(request))
    membership = get_object_or_404(staff_of(club), pk=pk)
    form = RoleForm(request.POST)
    if not form.is_valid():
        raise Http404
    try:
        role = Role(form.cleaned_data["role"])
        change_role(membership_id=membership.pk, role=role, actor=actor_of(request))
        messages.success(request, _("Saved."))
    except NotAllowed:
        raise
    except RulesError as error:
        messages.error(request, sentence(error))
    return redirect("club-staff", slug=slug)


@require_POST
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take somebody's role away."""
    club = club_for_director(request, slug, actor_of(request))
    membership = get_object_or_404(staff_of(club), pk=pk)
    try:
        remove_role(membership_id=membership.pk, actor=actor_of(request))
        messages.success(
            request, _("%(name)s no longer has a role here.") % {"name": membership.user}
        )
    except NotAllowed:
        raise
    except RulesError as error:
        messages.error(request, sentence(error))
    if membership.user == request.user:
        return redirect("club", slug=slug)
    return redirect("club-staff", slug=slug)


@require_POST
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take an invitation back."""
    club = club_for_director(request, slug, actor_of(request))
    invitation = get_object_or_404(open_invitations(club), pk=pk)
    revoke_invitation(invitation_id=invitation.pk, actor=actor_of(request))
    messages.success(request, _("The invitation no longer works."))
    return redirect("club-staff", slug=slug)
