"""Addresses of ratings, of replays and of the score pad."""

from __future__ import annotations

from django.urls import path

from matches.views import casual, pad, pools, rating_changes, ratings, replay, tables, versus

urlpatterns = [
    path("tables/", tables.tables, name="tables"),
    path("clubs/<slug:slug>/ratings/", ratings.ratings, name="ratings"),
    path("clubs/<slug:slug>/ratings/lists/", pools.pools, name="pools"),
    path("clubs/<slug:slug>/ratings/lists/new/", pools.new_pool, name="pool-new"),
    path("clubs/<slug:slug>/ratings/<slug:key>/edit/", pools.change_pool, name="pool-edit"),
    path("clubs/<slug:slug>/ratings/<slug:key>/remove/", pools.remove_pool, name="pool-remove"),
    path(
        "clubs/<slug:slug>/ratings/<slug:key>/start-values/",
        pools.start_values,
        name="pool-start-values",
    ),
    path("clubs/<slug:slug>/ratings/<slug:key>/progress/", pools.progress, name="pool-progress"),
    path("clubs/<slug:slug>/casual/", casual.casual, name="casual"),
    path("clubs/<slug:slug>/casual/new/", casual.new, name="casual-new"),
    path("matches/<id:pk>/pads/", casual.pads, name="match-pads"),
    path("players/<id:pk>/rating/", rating_changes.rating_changes, name="rating-changes"),
    path("players/<id:pk>/versus/<id:other>/", versus.versus, name="versus"),
    path("matches/<id:pk>/replay/", replay.replay, name="match-replay"),
    path("matches/<id:pk>/replay/part/", replay.replay_part, name="match-replay-part"),
    path("matches/<id:pk>/match.mat", replay.mat_file, name="match-mat"),
    path("matches/<id:pk>/match.sgf", replay.sgf_file, name="match-sgf"),
    path("t/<slug:secret>/", pad.pad, name="pad"),
    path("t/<slug:secret>/part/", pad.pad_part, name="pad-part"),
    path("t/<slug:secret>/game/", pad.game, name="pad-game"),
    path("t/<slug:secret>/undo/", pad.undo, name="pad-undo"),
    path("t/<slug:secret>/confirm/", pad.confirm, name="pad-confirm"),
    path("t/<slug:secret>/dispute/", pad.dispute, name="pad-dispute"),
    path("t/<slug:secret>/undispute/", pad.undispute, name="pad-undispute"),
]
