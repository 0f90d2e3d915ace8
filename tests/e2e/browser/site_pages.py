"""Every page of the demo club that has an address one could write down."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

Where = tuple[str, dict[str, Any]]
"""The name of an address, and what it is made with."""

PLAYED = {"slug": "october-knock-out"}
RUNNING = {"slug": "limmat-cup"}
SWISS = {"slug": "september-swiss"}
POOLS = {"slug": "pools-and-finals"}
OPEN = {"slug": "advent-open"}
CLUB = {"slug": "limmat"}
REPLAYED = {"pk": 48}
"""The match of which the demo club has a file."""
SEASON = {"slug": "limmat-series"}

PUBLIC: tuple[Where, ...] = (
    ("home", {}),
    ("tables", {}),
    ("club", CLUB),
    ("club-players", CLUB),
    ("ratings", CLUB),
    ("club-seasons", CLUB),
    ("casual", CLUB),
    ("sessions", CLUB),
    ("chouettes", CLUB),
    ("chouette-season", CLUB),
    ("club-year", CLUB | {"year": timezone.now().year}),
    ("season", SEASON),
    ("season-player", SEASON | {"pk": 5}),
    ("club-tv", CLUB),
    ("embed-club", CLUB | {"what": "ratings"}),
    ("embed-club", CLUB | {"what": "events"}),
    ("player", {"pk": 1}),
    ("rating-changes", {"pk": 1}),
    ("versus", {"pk": 1, "other": 2}),
    ("event", PLAYED),
    ("event", SWISS),
    ("event", POOLS | {"stage": 1}),
    ("event", RUNNING),
    ("event", OPEN),
    ("event-standings", PLAYED),
    ("event-entrants", PLAYED),
    ("event-proof", PLAYED),
    ("event-story", PLAYED),
    ("event-story", RUNNING),
    ("event-standings", RUNNING),
    ("event-chances", RUNNING),
    ("event-standings", SWISS),
    ("event-why", SWISS | {"entry": 1}),
    ("event-sheet", PLAYED | {"what": "bracket"}),
    ("event-sheet", PLAYED | {"what": "standings"}),
    ("event-sheet", RUNNING | {"what": "draw"}),
    ("event-sheet", RUNNING | {"what": "score-cards"}),
    ("event-tv", RUNNING),
    ("embed-event", PLAYED | {"what": "bracket"}),
    ("embed-event", SWISS | {"what": "standings"}),
    ("embed-stage", POOLS | {"stage": 1, "what": "bracket"}),
    ("match", {"pk": 1}),
    ("match", REPLAYED),
    ("match-replay", REPLAYED),
    ("event-register", OPEN),
    ("account_login", {}),
    ("account_signup", {}),
    ("account_reset_password", {}),
)
DIRECTORS: tuple[Where, ...] = (
    ("club", CLUB),
    ("event", RUNNING),
    ("event", OPEN),
    ("event-new", CLUB),
    ("pools", CLUB),
    ("pool-new", CLUB),
    ("pool-edit", CLUB | {"key": "fibs"}),
    ("pool-start-values", CLUB | {"key": "fibs"}),
    ("season-new", CLUB),
    ("casual", CLUB),
    ("casual-new", CLUB),
    ("sessions", CLUB),
    ("chouettes", CLUB),
    ("chouette-season", CLUB),
    ("session-new", CLUB),
    ("chouette-new", CLUB),
    ("season", SEASON),
    ("season-edit", SEASON),
    ("event-assistant", CLUB),
    ("event-import", CLUB),
    ("stage-new", OPEN),
    ("stage-edit", OPEN | {"stage": 1}),
    ("event-by-hand", SWISS),
    ("event-paper", RUNNING),
    ("event-edit", OPEN),
    ("event-desk", OPEN),
    ("event-desk-entrant", SWISS | {"pk": 1}),
    ("event-draw", OPEN),
    ("event-registrations", OPEN),
    ("registration-terms", OPEN),
    ("event-during-play", RUNNING),
    ("event-draw", RUNNING),
    ("event-console", RUNNING),
    ("player-new", CLUB),
    ("player-import", CLUB),
    ("player-claims", CLUB),
    ("club-staff", CLUB),
    ("club-found", {}),
    ("club-settings", CLUB),
    ("match", REPLAYED),
    ("match-correct", {"pk": 1}),
    ("player-edit", {"pk": 1}),
    ("player-merge", {"pk": 1}),
    ("account", {}),
    ("account-privacy", {}),
    ("my-events", {}),
    ("backups", {}),
    ("account_change_password", {}),
    ("account_email", {}),
    ("mfa_index", {}),
)
