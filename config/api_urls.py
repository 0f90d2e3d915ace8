"""``/api/v1/``: the contract's paths."""

from __future__ import annotations

from django.urls import path, re_path
from django.urls.converters import SlugConverter
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.routers import SimpleRouter

from api.views import NothingHere
from chouettes.api.nights import ChouetteGameViewSet, NightViewSet
from matches.api.matches import MatchViewSet, TableLinkViewSet
from matches.api.pools import PoolViewSet
from matches.api.ratings import PlayerRecordViewSet, RatingViewSet
from matches.api.replays import ReplayViewSet
from matches.api.results import GameViewSet, ResultViewSet
from matches.api.rulings import RulingViewSet
from matches.api.transcripts import TranscriptViewSet
from money.api.sessions import SessionViewSet
from players.api.views import ClubViewSet, PlayerImportViewSet, PlayerViewSet
from tournaments.api.entries import EntryViewSet
from tournaments.api.events import TournamentViewSet
from tournaments.api.registrations import OwnRegistrationViewSet, RegistrationViewSet
from tournaments.api.seasons import SeasonViewSet
from tournaments.api.stages import StageViewSet

# What is asked for most is looked for first.
results = SimpleRouter()
results.register("matches", ResultViewSet, basename="result")
router = SimpleRouter()
router.register("matches", MatchViewSet, basename="match")
router.register("matches", GameViewSet, basename="game")
router.register("matches", RulingViewSet, basename="ruling")
router.register("matches", TableLinkViewSet, basename="table-link")
router.register("matches", TranscriptViewSet, basename="transcript")
router.register("matches", ReplayViewSet, basename="replay")
router.register("clubs", ClubViewSet, basename="club")
router.register("players", PlayerImportViewSet, basename="player-import")
router.register("players", PlayerViewSet, basename="player")
router.register("players", PlayerRecordViewSet, basename="player-record")
router.register("pools", PoolViewSet, basename="pool")
router.register("ratings", RatingViewSet, basename="rating")
router.register("seasons", SeasonViewSet, basename="season")
router.register("tournaments", TournamentViewSet, basename="tournament")
router.register(
    rf"tournaments/(?P<slug>{SlugConverter.regex})/entries", EntryViewSet, basename="entry"
)
_REGISTRATIONS = rf"tournaments/(?P<slug>{SlugConverter.regex})/registrations"
router.register(_REGISTRATIONS, RegistrationViewSet, basename="registration")
router.register(_REGISTRATIONS, OwnRegistrationViewSet, basename="own-registration")
router.register("chouettes", NightViewSet, basename="chouette")
router.register("chouettes", ChouetteGameViewSet, basename="chouette-game")
router.register("sessions", SessionViewSet, basename="session")

_STAGE = "tournaments/<slug:slug>/stages/<number:number>/"

app_name = "api"
urlpatterns = [
    *results.urls,
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api:schema"), name="docs"),
    path(f"{_STAGE}draw/", StageViewSet.as_view({"post": "draw"}), name="draw"),
    path(f"{_STAGE}rounds/", StageViewSet.as_view({"post": "next_round"}), name="rounds"),
    path(
        f"{_STAGE}rounds/last/",
        StageViewSet.as_view({"delete": "take_back_round"}),
        name="last-round",
    ),
    path(
        f"{_STAGE}lengths/",
        StageViewSet.as_view({"get": "lengths", "patch": "change_lengths"}),
        name="lengths",
    ),
    path(f"{_STAGE}plan/", StageViewSet.as_view({"get": "plan"}), name="plan"),
    path(f"{_STAGE}draw/proof/", StageViewSet.as_view({"get": "proof"}), name="draw-proof"),
    path(f"{_STAGE}bracket/", StageViewSet.as_view({"get": "bracket"}), name="bracket"),
    path(
        f"{_STAGE}standings/by-hand/",
        StageViewSet.as_view({"post": "place_by_hand"}),
        name="standings-by-hand",
    ),
    path(
        f"{_STAGE}standings/<id:entry>/why/",
        StageViewSet.as_view({"get": "why"}),
        name="standings-why",
    ),
    path(f"{_STAGE}standings/", StageViewSet.as_view({"get": "standings"}), name="standings"),
    path(f"{_STAGE}forecast/", StageViewSet.as_view({"get": "forecast"}), name="forecast"),
    *router.urls,
    re_path(r"^[\s\S]*/$", NothingHere.as_view()),
]
