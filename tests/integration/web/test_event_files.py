"""Taking an event along and bringing it back, by command and by browser."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from players.models import Club, Role
from tests.integration.factories import a_club, a_user, an_event
from tests.integration.test_event_files import forget_everything, half_played
from tests.pages import html_of

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_from_one_installation_to_another_by_command(tmp_path: Path) -> None:
    event = half_played()
    written, said = io.StringIO(), io.StringIO()
    call_command("export_event", event.slug, stdout=written)
    path = tmp_path / "event.json"
    path.write_text(written.getvalue(), encoding="utf-8")
    with pytest.raises(CommandError, match="This event has already been imported"):
        call_command("import_event", str(path), "--club", event.club.slug)
    forget_everything()
    call_command("import_event", str(path), "--club", event.club.slug, stdout=said)
    assert said.getvalue() == f"Wednesday imported: /events/{event.slug}/\n"


def test_commands_say_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no event nowhere"):
        call_command("export_event", "nowhere")
    with pytest.raises(CommandError, match="There is no club nowhere"):
        call_command("import_event", str(tmp_path), "--club", "nowhere")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_event", str(tmp_path / "no.json"), "--club", a_club().slug)


def browser(club: Club, role: Role) -> Client:
    client = Client()
    client.force_login(a_user(club, role), backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_director_takes_an_event_along_and_brings_it_back() -> None:
    event = half_played()
    director = browser(event.club, Role.DIRECTOR)
    answer = director.get(f"/events/{event.slug}/event.json")
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}.json"'
    address = f"/clubs/{event.club.slug}/events/import/"
    file = SimpleUploadedFile("event.json", answer.content)
    assert "has already been imported" in html_of(director.post(address, {"file": file}))
    forget_everything()
    file.seek(0)
    assert director.post(address, {"file": file})["Location"] == f"/events/{event.slug}/"


def test_files_are_for_directors() -> None:
    event = half_played()
    scorer = browser(event.club, Role.SCORER)
    assert scorer.get(f"/events/{event.slug}/event.json").status_code == 403
    assert scorer.get(f"/clubs/{event.club.slug}/events/import/").status_code == 403
    assert Client().get(f"/events/{event.slug}/event.json").status_code == 302
    hidden = an_event(a_club(), 2, published=False)
    assert Client().get(f"/events/{hidden.slug}/event.json").status_code == 404
