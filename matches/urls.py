"""Addresses of ratings and of the score pad."""

from __future__ import annotations

from django.urls import path

from matches.views import pad, ratings, versus

urlpatterns = [
    path("clubs/<slug:slug>/ratings/", ratings.ratings, name="ratings"),
    path("players/<id:pk>/versus/<id:other>/", versus.versus, name="versus"),
    path("t/<slug:secret>/", pad.pad, name="pad"),
    path("t/<slug:secret>/part/", pad.pad_part, name="pad-part"),
    path("t/<slug:secret>/game/", pad.game, name="pad-game"),
    path("t/<slug:secret>/undo/", pad.undo, name="pad-undo"),
    path("t/<slug:secret>/confirm/", pad.confirm, name="pad-confirm"),
    path("t/<slug:secret>/dispute/", pad.dispute, name="pad-dispute"),
    path("t/<slug:secret>/undispute/", pad.undispute, name="pad-undispute"),
]
