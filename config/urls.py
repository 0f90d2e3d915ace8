"""All addresses."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from operations.views import metrics
from web.views.look import look
from web.views.themes import set_theme

urlpatterns = [
    path("health/", include("outbox.urls")),
    path("metrics", metrics, name="metrics"),
    path("api/v1/", include("config.api_urls")),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    # Without a token in it, a public page is the same for everybody and can be answered by a 304.
    path("language/", csrf_exempt(set_language), name="set_language"),
    path("theme/", set_theme, name="set-theme"),
    # Every component once, for whoever works on the pages: docs/look.md.
    path("look/", look, name="look"),
    path("", include("players.urls")),
    path("", include("matches.urls")),
    path("", include("money.urls")),
    path("", include("chouettes.urls")),
    path("", include("tournaments.urls")),
]

handler429 = "web.sign_in_limits.too_many_requests"
"""Asked for by allauth, as Django asks for those of other answers."""
