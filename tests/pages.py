"""Which addresses are pages that somebody looks at, and what stands on them."""

from __future__ import annotations

import re
from typing import Any

import chouettes.urls
import matches.urls
import money.urls
import players.urls
import tournaments.urls

_FILES = {
    *("club-calendar", "club-results-feed", "club-table", "club-book"),
    *("backup-file", "my-night-calendar", "my-night-worker", "account-data", "club-logo"),
    *("event-table", "event-book", "event-file", "event-picture", "event-sheet-pdf"),
    *("match-mat", "match-sgf", "season-file", "event-story-picture"),
}
_PARTS = {
    *("event-live", "event-desk-offered", "event-desk-lines", "event-console-part", "pad-part"),
    *(
        "my-night-part",
        "my-night-news",
        "club-tv-part",
        "embed-club-part",
        "match-replay-part",
        "session-pad-part",
    ),
    *("chouette-table-part", "pool-progress"),
}
_BUTTONS = {
    *(
        "token-revoke",
        "backup-make",
        "event-publish",
        "event-remove",
        "event-unpublish",
        "event-desk-attend",
        "event-desk-seed",
        "event-desk-all-here",
        "event-desk-many",
        "event-entry-paid",
    ),
    *("event-next-round", "event-round-back", "event-call-all", "event-uncall", "stage-remove"),
    *("match-call", "match-uncall", "match-start", "match-confirm", "match-reopen"),
    *("match-penalty", "match-ruling", "match-late", "match-time-out", "match-file"),
    *("match-late-undo", "match-penalty-undo", "match-time-out-undo"),
    *("session-pad-game", "session-pad-undo", "session-settle"),
    *("chouette-record", "chouette-renew", "chouette-reopen"),
    *("pad-game", "pad-undo", "pad-confirm", "pad-dispute", "pad-undispute"),
    *("registration-approve", "registration-decline", "my-event"),
    *("staff-change", "staff-remove", "invitation-revoke", "landing"),
    *("my-night-cancel", "my-night-change", "my-night-check-in"),
    *("account-leave", "club-logo-change", "club-logo-remove"),
    *("season-close", "season-reopen", "season-remove"),
    *("player-claim", "player-claim-answer", "player-merge-undo", "player-remove"),
    "pool-remove",
}


_TAG = re.compile(r"\s*(<[^<>]*?)\s*(/?>)\s*")


def html_of(response: Any) -> str:
    """A page without the layout of its template: one line, and no blanks beside the tags."""
    assert response["Content-Type"].startswith("text/html")
    one_line = re.sub(r"\s+", " ", response.content.decode())
    return _TAG.sub(r"\1\2", one_line)


def text_of(html: str) -> str:
    """What somebody reads of it, in one line."""
    return " ".join(re.sub(r"<[^<>]*>", " ", html).split())


def page_names() -> set[str]:
    """The names of all pages of the site's own; a new one is on the list by itself."""
    patterns = (
        *players.urls.urlpatterns,
        *matches.urls.urlpatterns,
        *money.urls.urlpatterns,
        *chouettes.urls.urlpatterns,
        *tournaments.urls.urlpatterns,
    )
    names = {str(pattern.name) for pattern in patterns}
    return names - _FILES - _PARTS - _BUTTONS
