"""Many entrants at once: everything is seen before anything is made."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from players.models import Club, Player
from tests.integration.factories import a_player, an_event
from tests.integration.matches.playing import official, refused
from tests.pages import html_of
from tournaments.models import EntryStatus, Tournament

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

KNOWN = ["Jörg Müller", "Hannah Weber", "Luca Rossi"]


def send(director: Client, event: Tournament, **said: Any) -> Any:
    return director.post(f"/events/{event.slug}/desk/many/", said)


def answers(page: str) -> dict[str, str]:
    """What the page would send if nothing were changed on it."""
    checked = re.findall(r'name="(line-\d+)" value="(\w+)" checked', page)
    return dict(checked)


def entered(event: Tournament) -> list[str]:
    return [entry.player.full_name for entry in event.entries.order_by("pk")]


def test_pasted_lines_are_matched_and_nothing_is_made_before_the_answer(
    director: Client, club: Club
) -> None:
    for name in KNOWN:
        a_player(club, name)
    event = an_event(club)
    lines = "1. muller jorg\n- Hanna Weber\nRossi, Luca\nNora Frei\n\nluca rossi\n"
    page = html_of(send(director, event, lines=lines))
    assert "2 known" in page
    assert "1 new" in page
    assert "1 to answer" in page
    assert "twice on this list" in page
    assert (Player.objects.count(), event.entries.count()) == (3, 0)
    chosen = answers(page)
    assert set(chosen) == {"line-1", "line-3", "line-4"}
    still = send(director, event, lines=lines, confirmed="on", **chosen)
    assert still.status_code == 200
    assert event.entries.count() == 0
    hannah = club.players.get(name="Hannah Weber")
    done = send(director, event, lines=lines, confirmed="on", **chosen, **{"line-2": hannah.pk})
    assert done.status_code == 302
    assert entered(event) == ["Jörg Müller", "Hannah Weber", "Luca Rossi", "Nora Frei"]


def test_a_form_sent_twice_enters_nobody_twice(director: Client, club: Club) -> None:
    event = an_event(club)
    said = {"lines": "Nora Frei\nEva Roth", "confirmed": "on", "line-1": "new", "line-2": "new"}
    send(director, event, **said)
    assert send(director, event, **said).status_code == 302
    assert entered(event) == ["Nora Frei", "Eva Roth"]
    assert Player.objects.count() == 2


def test_everybody_from_an_earlier_event(director: Client, club: Club) -> None:
    earlier = an_event(club, KNOWN, name="Last week")
    event = an_event(club, name="This week")
    page = html_of(send(director, event, **{"from": earlier.slug}))
    assert "3 known" in page
    send(director, event, confirmed="on", **{"from": earlier.slug}, **answers(page))
    assert entered(event) == KNOWN
    assert Player.objects.count() == 3


def test_a_file_of_names(director: Client, club: Club) -> None:
    event = an_event(club)
    file = SimpleUploadedFile("list.csv", "Vorname;Nachname\nJörg;Müller\n".encode("cp1252"))
    page = html_of(send(director, event, file=file))
    assert "Jörg Müller" in page
    damaged = send(director, event, file=SimpleUploadedFile("list.xlsx", b"PK\x03\x04nothing"))
    assert damaged.status_code == 302


def test_nobody_but_a_director_looks_at_lists(client: Client, club: Club) -> None:
    event = an_event(club, KNOWN)
    assert send(client, event, lines="a\nb").status_code in (302, 403)
    assert event.entries.count() == 3


def test_here_is_a_switch_that_can_be_taken_back(director: Client, club: Club) -> None:
    event = an_event(club, KNOWN)
    entry = event.entries.order_by("pk")[0]
    for action, status in (("here", EntryStatus.PRESENT), ("not-here", EntryStatus.ENTERED)):
        director.post(f"/events/{event.slug}/desk/{entry.pk}/{action}/")
        entry.refresh_from_db()
        assert entry.status == status
    page = html_of(director.get(f"/events/{event.slug}/draw/"))
    assert "3 players are not marked as here" in page
    director.post(f"/events/{event.slug}/desk/all-here/")
    assert set(event.entries.values_list("status", flat=True)) == {EntryStatus.PRESENT}
    assert "not marked as here" not in html_of(director.get(f"/events/{event.slug}/draw/"))


def test_several_are_checked_in_over_rest_all_or_nothing(club: Club) -> None:
    event, other = an_event(club, KNOWN), an_event(club, ["Eva Roth"], name="Other")
    own = [entry.pk for entry in event.entries.all()]
    path = f"/api/v1/tournaments/{event.slug}/entries/check-in/"
    asker = official(club)
    strange = asker.post(path, {"entries": [*own, other.entries.get().pk]}, format="json")
    assert refused(strange) == (409, "not_in_this_event")
    assert not event.entries.filter(status=EntryStatus.PRESENT).exists()
    assert asker.post(path, {"entries": own}, format="json").status_code == 200
    assert event.entries.filter(status=EntryStatus.PRESENT).count() == 3
    back = asker.post(f"/api/v1/tournaments/{event.slug}/entries/{own[0]}/check-out/")
    assert back.json()["status"] == "entered"


def test_a_name_as_it_is_typed_enters_or_asks_over_rest(club: Club) -> None:
    for name in KNOWN:
        a_player(club, name)
    event = an_event(club)
    path = f"/api/v1/tournaments/{event.slug}/entries/by-name/"
    asker = official(club)
    known = asker.post(path, {"name": "ross"}, format="json", HTTP_IDEMPOTENCY_KEY="one")
    assert (known.status_code, known.json()["entry"]["name"]) == (201, "Luca Rossi")
    again = asker.post(path, {"name": "ross"}, format="json", HTTP_IDEMPOTENCY_KEY="one")
    assert again.json() == known.json()
    near = asker.post(path, {"name": "Hannah Weper"}, format="json").json()
    assert (near["entry"], [one["name"] for one in near["offered"]]) == (None, ["Hannah Weber"])
    new = asker.post(path, {"name": "Hannah Weper", "new": True}, format="json")
    assert new.status_code == 201
    assert entered(event) == ["Luca Rossi", "Hannah Weper"]
