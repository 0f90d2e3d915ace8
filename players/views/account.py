"""What belongs to the person signed in: clubs, tokens and the way to the password."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from players.actors import actor_of
from players.forms import TokenForm
from players.models import User
from players.selectors import memberships_of, tokens_of
from players.services.installation import runs_the_installation
from players.services.tokens import make_token, revoke_token
from web.form_errors import attempt, posted


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Clubs and tokens. A new token's secret is in this one answer and nowhere else."""
    user = cast("User", request.user)
    form = TokenForm(posted(request), user=user)
    secret = ""
    made = attempt(
        form, lambda: make_token(user_id=user.pk, actor=actor_of(request), **form.described())
    )
    if made:
        _token, secret = made
        form = TokenForm(user=user)
    return render(
        request,
        "players/account.html",
        {
            "form": form,
            "memberships": memberships_of(user),
            "tokens": tokens_of(user),
            "secret": secret,
            "may_found": settings.FOUND_CLUBS,
            "runs_the_installation": runs_the_installation(actor_of(request)),
        },
    )


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Make one of one's own tokens worthless."""
    token = get_object_or_404(tokens_of(cast("User", request.user)), pk=pk)
    revoke_token(token_id=token.pk)
    messages.success(request, _("The token “%(label)s” no longer works.") % {"label": token})
    return redirect("account")
