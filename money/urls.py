"""Addresses of money sessions and of their score pads."""

from __future__ import annotations

from django.urls import path

from money.views import pad, sessions

urlpatterns = [
    path("clubs/<slug:slug>/sessions/", sessions.session_list, name="sessions"),
    path("clubs/<slug:slug>/sessions/new/", sessions.new, name="session-new"),
    path("sessions/<id:pk>/", sessions.session, name="session"),
    path("sessions/<id:pk>/settle/", sessions.settle, name="session-settle"),
    path("s/<slug:secret>/", pad.pad, name="session-pad"),
    path("s/<slug:secret>/part/", pad.pad_part, name="session-pad-part"),
    path("s/<slug:secret>/game/", pad.game, name="session-pad-game"),
    path("s/<slug:secret>/undo/", pad.undo, name="session-pad-undo"),
]
