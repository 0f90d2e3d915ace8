"""Addresses of events and their matches."""

from __future__ import annotations

from collections.abc import Callable

from django.http.response import HttpResponseBase
from django.urls import URLPattern, path

from tournaments.views import (
    by_hand,
    console,
    desk,
    desk_many,
    draws,
    during_play,
    entrants,
    event_files,
    events,
    exports,
    feeds,
    fees,
    home,
    live,
    my_night,
    paper,
    pictures,
    registrations,
    results,
    seasons,
    setup,
    stages,
)


def of_stage(route: str, view: Callable[..., HttpResponseBase], name: str) -> list[URLPattern]:
    """A page that each stage has; that of the first stage is the event's own."""
    return [
        path(f"events/<slug:slug>/{route}", view, name=name),
        path(f"events/<slug:slug>/stages/<number:stage>/{route}", view, name=name),
    ]


urlpatterns = [
    path("", home.home, name="home"),
    *of_stage("", events.event, "event"),
    *of_stage("standings/", events.standings, "event-standings"),
    *of_stage("standings/by-hand/", by_hand.by_hand, "event-by-hand"),
    *of_stage("standings/<id:entry>/", events.why_there, "event-why"),
    *of_stage("proof/", events.proof, "event-proof"),
    *of_stage("live/<slug:part>/", live.live, "event-live"),
    *of_stage("tv/", live.tv, "event-tv"),
    *of_stage("draw/", draws.draw, "event-draw"),
    *of_stage("rounds/next/", draws.next_round, "event-next-round"),
    *of_stage("rounds/back/", draws.last_round_back, "event-round-back"),
    path("events/<slug:slug>/stages/new/", stages.new_stage, name="stage-new"),
    path("events/<slug:slug>/stages/<number:stage>/edit/", stages.change_stage, name="stage-edit"),
    path("events/<slug:slug>/stages/<number:stage>/remove/", stages.remove, name="stage-remove"),
    path("clubs/<slug:slug>/events/assistant/", setup.assistant, name="event-assistant"),
    path("clubs/<slug:slug>/events/new/", setup.new_event, name="event-new"),
    path("clubs/<slug:slug>/events/import/", event_files.upload, name="event-import"),
    path("clubs/<slug:slug>/seasons/", seasons.season, name="club-seasons"),
    path("clubs/<slug:slug>/seasons/<number:year>/", seasons.season, name="club-season"),
    path("clubs/<slug:slug>/calendar.ics", feeds.calendar, name="club-calendar"),
    path("clubs/<slug:slug>/results.atom", feeds.Results(), name="club-results-feed"),
    path("clubs/<slug:slug>/<slug:what>.csv", exports.club_table, name="club-table"),
    path("clubs/<slug:slug>/club.xlsx", exports.club_book, name="club-book"),
    path("events/<slug:slug>/preview.png", pictures.event_picture, name="event-picture"),
    path("events/<slug:slug>/event.json", event_files.download, name="event-file"),
    path("events/<slug:slug>/event.xlsx", exports.event_book, name="event-book"),
    path("events/<slug:slug>/<slug:what>.csv", exports.event_table, name="event-table"),
    path("events/<slug:slug>/entrants/", events.entrants, name="event-entrants"),
    path("events/<slug:slug>/entrants/<id:pk>/paid/", fees.paid, name="event-entry-paid"),
    path("events/<slug:slug>/edit/", setup.change_event, name="event-edit"),
    path("events/<slug:slug>/during-play/", during_play.during_play, name="event-during-play"),
    path("events/<slug:slug>/remove/", setup.remove, name="event-remove"),
    path("events/<slug:slug>/publish/", setup.publish, name="event-publish"),
    path("events/<slug:slug>/unpublish/", setup.unpublish, name="event-unpublish"),
    path("events/<slug:slug>/register/", registrations.register, name="event-register"),
    path(
        "events/<slug:slug>/registrations/",
        registrations.registration_list,
        name="event-registrations",
    ),
    path("events/<slug:slug>/registrations/terms/", registrations.terms, name="registration-terms"),
    path(
        "events/<slug:slug>/registrations/<id:pk>/approve/",
        registrations.approve,
        name="registration-approve",
    ),
    path(
        "events/<slug:slug>/registrations/<id:pk>/decline/",
        registrations.decline,
        name="registration-decline",
    ),
    path("me/<slug:secret>/", my_night.my_night, name="my-night"),
    path(
        "me/<slug:secret>/confirm/<slug:confirmation>/",
        my_night.confirm,
        name="my-night-confirm",
    ),
    path("me/<slug:secret>/cancel/", my_night.cancel, name="my-night-cancel"),
    path("me/<slug:secret>/change/", my_night.change, name="my-night-change"),
    path("me/<slug:secret>/check-in/", my_night.check_in, name="my-night-check-in"),
    path("me/<slug:secret>/event.ics", my_night.calendar, name="my-night-calendar"),
    path("events/<slug:slug>/desk/", desk.desk, name="event-desk"),
    path("events/<slug:slug>/desk/offered/", desk.candidates, name="event-desk-offered"),
    path("events/<slug:slug>/desk/lines/", desk.lines, name="event-desk-lines"),
    path("events/<slug:slug>/desk/all-here/", desk.all_here, name="event-desk-all-here"),
    path("events/<slug:slug>/desk/many/", desk_many.many, name="event-desk-many"),
    path("events/<slug:slug>/desk/<id:pk>/", entrants.entrant, name="event-desk-entrant"),
    path("events/<slug:slug>/desk/<id:pk>/seed/", desk.seed, name="event-desk-seed"),
    path("events/<slug:slug>/desk/<id:pk>/<slug:action>/", desk.attend, name="event-desk-attend"),
    path("events/<slug:slug>/console/", console.console, name="event-console"),
    path("events/<slug:slug>/console/part/", console.console_part, name="event-console-part"),
    path("events/<slug:slug>/cards/", paper.cards, name="event-cards"),
    path("events/<slug:slug>/paper/", paper.paper, name="event-paper"),
    path("events/<slug:slug>/paper/<slug:what>/", paper.sheet, name="event-sheet"),
    path("events/<slug:slug>/paper/<slug:what>.pdf", paper.sheet_pdf, name="event-sheet-pdf"),
    path("matches/<id:pk>/call/", console.call, name="match-call"),
    path("matches/<id:pk>/start/", console.start, name="match-start"),
    path("matches/<id:pk>/uncall/", console.uncall, name="match-uncall"),
    path("matches/<id:pk>/confirm/", console.confirm, name="match-confirm"),
    path("matches/<id:pk>/correct/", results.correct, name="match-correct"),
    path("matches/<id:pk>/reopen/", console.reopen, name="match-reopen"),
    path("matches/<id:pk>/", results.match, name="match"),
]
