"""The page of the backups: what it says, and who may see it and take one away."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from backups.folder import Failure, file_name, locked, note_failure
from players.models import Club, Role, User
from tests.integration.factories import a_club, a_token, a_user
from tests.integration.web.conftest import SignedIn

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings) -> Path:
    settings.BACKUP_FOLDER = str(tmp_path)
    return tmp_path


@pytest.fixture
def backup(folder: Path) -> Path:
    path = folder / file_name(timezone.now() - timedelta(hours=3), automatic=True)
    path.write_bytes(b"everything" * 1000)
    return path


def signed_in_as(user: User) -> Client:
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def confirm_password(browser: Client) -> None:
    assert (
        browser.post("/accounts/reauthenticate/", {"password": "a long password"}).status_code
        == 302
    )


def status(browser: Client, address: str) -> int:
    answer = browser.get(address)
    list(answer)  # to the end of the file, which closes it
    return answer.status_code


WHO = ["nobody", "other", "reader", "scorer", "director", "staff", "superuser"]
ALONE = [302, 403, 403, 403, 200, 403, 200]
"""In an installation with one club, its directors run it."""
BESIDE_OTHERS = [302, 403, 403, 403, 403, 403, 200]
"""Where there are others, a backup would show them all."""


@pytest.mark.parametrize(("clubs", "expected"), [(1, ALONE), (2, BESIDE_OTHERS)])
def test_everybody_gets_the_answer_that_is_written_down(
    club: Club, backup: Path, clubs: int, expected: list[int]
) -> None:
    if clubs == 2:
        a_club("Another")
    people = {
        "other": a_user(),
        "reader": a_user(club, Role.READER),
        "scorer": a_user(club, Role.SCORER),
        "director": a_user(club),
        "staff": a_user(is_staff=True),
        "superuser": a_user(is_superuser=True),
    }
    browsers = {"nobody": Client()} | {who: signed_in_as(user) for who, user in people.items()}
    for address in ("/backups/", f"/backups/{backup.name}"):
        for who in people:
            confirm_password(browsers[who])
        answers = [status(browsers[who], address) for who in WHO]
        assert dict(zip(WHO, answers, strict=True)) == dict(zip(WHO, expected, strict=True))
    for who, code in zip(WHO, expected, strict=True):
        if code == 403:
            assert browsers[who].post("/backups/make/").status_code == 403


def test_a_program_gets_none_whatever_its_token(client: Client, club: Club, backup: Path) -> None:
    headers = {"Authorization": f"Bearer {a_token(club)}"}
    assert client.get(f"/backups/{backup.name}", headers=headers).status_code == 302


def test_whoever_takes_one_away_gives_the_password_again(director: Client, backup: Path) -> None:
    address = f"/backups/{backup.name}"
    answer = director.get(address)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    confirm_password(director)
    answer = director.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.getvalue() == backup.read_bytes()
    assert answer["Content-Length"] == "10000"
    assert "no-store" in answer["Cache-Control"]
    assert answer["Content-Disposition"] == f'attachment; filename="{backup.name}"'


@pytest.mark.parametrize("name", ["barpoint-20261118-183000.zip", ".lock", "..%2Fsecret_key", "x"])
def test_there_is_no_other_file_to_take(director: Client, folder: Path, name: str) -> None:
    (folder / ".lock").touch()
    (folder.parent / "secret_key").touch()
    confirm_password(director)
    assert director.get(f"/backups/{name}").status_code == 404


def test_the_page_says_when_the_last_one_was_made_and_how_large_it_is(
    director: Client, backup: Path, folder: Path
) -> None:
    (folder / file_name(timezone.now() - timedelta(days=2), automatic=False)).touch()
    page = director.get("/backups/").content.decode()
    assert "3\xa0hours ago" in page
    assert "9.8\xa0KB" in page
    assert "Earlier backups" in page
    assert "being made" not in page
    assert "is old" not in page


def test_the_page_says_when_none_was_made_and_why(director: Client, folder: Path) -> None:
    assert "There is no backup yet." in director.get("/backups/").content.decode()
    note_failure(folder, Failure(timezone.now(), "There is not enough room."))
    assert "There is not enough room." in director.get("/backups/").content.decode()


def test_the_page_says_that_the_last_one_is_old(director: Client, folder: Path) -> None:
    (folder / file_name(timezone.now() - timedelta(days=3), automatic=True)).touch()
    assert "The last backup is old." in director.get("/backups/").content.decode()


def test_while_one_is_made_no_other_is_started(director: Client, folder: Path) -> None:
    with locked(folder):
        page = director.post("/backups/make/", follow=True).content.decode()
    assert "A backup is being made." in page
    assert "Wait for it." in page
    assert not list(folder.glob("barpoint-*"))


def test_those_who_may_find_it_from_their_account_and_the_clubs_settings(
    director: Client, signed_in: SignedIn, club: Club
) -> None:
    pages = ("/account/", f"/clubs/{club.slug}/settings/")
    assert all('href="/backups/"' in director.get(page).content.decode() for page in pages)
    a_club("Another")
    assert not any('href="/backups/"' in director.get(page).content.decode() for page in pages)
