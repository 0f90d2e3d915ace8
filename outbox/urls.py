"""Addresses under ``/health/``."""

from __future__ import annotations

from django.urls import path

from outbox import views

urlpatterns = [
    path("live/", views.live, name="health-live"),
    path("ready/", views.ready, name="health-ready"),
]
