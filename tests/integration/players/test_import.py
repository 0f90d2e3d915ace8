"""A list of players as a file: seen first, then the good rows, and twice changes nothing."""

from __future__ import annotations

import io
from random import Random
from string import ascii_lowercase
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook
from rest_framework.test import APIClient

from players.models import Club, Player
from tests.integration.factories import a_club, a_player
from tests.integration.matches.playing import official, refused

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def club() -> Club:
    return a_club()


def send(asker: APIClient, content: bytes, *, dry_run: bool = False, **said: Any) -> Any:
    file = SimpleUploadedFile("players.csv", content)
    query = "?dry_run=true" if dry_run else ""
    return asker.post(f"/api/v1/players/import/{query}", {"file": file, **said}, format="multipart")


def names(club: Club) -> list[str]:
    return [player.full_name for player in club.players.order_by("pk")]


def word(number: int) -> str:
    """A different surname for each number, none nearly another."""
    letters = Random(number)
    return "".join(letters.choice(ascii_lowercase) for _ in range(10)).title()


def a_thousand_rows() -> bytes:
    """960 good ones and 40 that cannot be."""
    lines = ["Name;Country;E-Mail;Verbandsnummer"]
    for number in range(1000):
        if number % 25 == 7:
            bad = [";CH;;", "Anna Bad;Switzerland;;", "Beat Bad;CH;no-address;", "X" * 130 + ";;;"]
            lines.append(bad[number // 25 % 4])
        else:
            lines.append(f"{word(number)} {word(number + 5000)};CH;p{number}@example.org;N{number}")
    return "\r\n".join(lines).encode("utf-8-sig")


def test_a_thousand_rows_with_forty_bad_ones(club: Club) -> None:
    asker, file = official(club), a_thousand_rows()
    seen = send(asker, file, dry_run=True).json()
    assert (seen["created"], seen["updated"], seen["skipped"], len(seen["errors"])) == (
        960, 0, 0, 40,
    )  # fmt: skip
    assert not Player.objects.exists()
    done = send(asker, file).json()
    assert done == seen
    assert Player.objects.count() == 960
    before = list(Player.objects.order_by("pk").values())
    again = send(asker, file).json()
    assert (again["created"], again["updated"], again["skipped"]) == (0, 0, 960)
    assert again["errors"] == done["errors"]
    assert list(Player.objects.order_by("pk").values()) == before


def test_each_bad_row_is_told_with_its_number(club: Club) -> None:
    file = b"Name,Country\nAnna Meier,CH\n,CH\nLuca Rossi,Italy\n"
    errors = send(official(club), file).json()["errors"]
    assert [(error["row"], error["detail"]) for error in errors] == [
        (3, "There is no name."),
        (4, "A country has two letters, such as CH."),
    ]
    assert names(club) == ["Anna Meier"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_as_excel_writes_it(club: Club, encoding: str, mark: str) -> None:
    rows = [["Vorname", "Nachname", "Land"], ["Jörg", "Müller", "de"], ["Zoé", "O’Brien", ""]]
    file = "\r\n".join(mark.join(row) for row in rows).encode(encoding)
    assert send(official(club), file).json()["created"] == 2
    assert names(club) == ["Jörg Müller", "Zoé O’Brien"]
    assert club.players.get(name="Jörg Müller").country == "DE"


def test_a_workbook(club: Club) -> None:
    book = Workbook()
    book.active.append(["Cognome", "Nome", "Numero federazione"])
    book.active.append(["Rossi", "Luca", 77])
    book.active.append([None, None, None])
    book.active.append(["Conti", "Giulia", None])
    file = io.BytesIO()
    book.save(file)
    assert send(official(club), file.getvalue()).json()["created"] == 2
    assert names(club) == ["Luca Rossi", "Giulia Conti"]
    assert club.players.get(name="Luca Rossi").federation_id == "77"


def test_who_is_known_is_updated_and_who_is_nearly_known_is_asked_about(club: Club) -> None:
    a_player(club, "Jörg Müller")
    a_player(club, "Anna Meier")
    file = b"Name,Country\nMuller Jorg,CH\nAnna Maier,CH\nLuca Rossi,CH\n"
    asker = official(club)
    done = send(asker, file).json()
    assert (done["created"], done["updated"]) == (1, 1)
    assert [(error["row"], error["code"]) for error in done["errors"]] == [(3, "nearly_known")]
    assert send(asker, file, near="same").json()["updated"] == 1
    assert names(club) == ["Jörg Müller", "Anna Meier", "Luca Rossi"]


@pytest.mark.parametrize(
    "content", [b"PK\x03\x04 no workbook", b"\x00\x01\x02", b"Country,E-mail\nCH,a@b.ch\n"]
)
def test_what_is_no_table_of_players_is_refused(club: Club, content: bytes) -> None:
    answer = send(official(club), content)
    assert answer.status_code == 400
    assert not Player.objects.exists()


def test_a_list_without_heads_is_a_list_of_names(club: Club) -> None:
    assert send(official(club), b"Anna Meier\nLuca Rossi\n").json()["created"] == 2


def test_only_directors_import(club: Club) -> None:
    other = official(a_club())
    assert refused(send(other, b"Name\nAnna\n", club=club.slug)) == (403, "permission_denied")


def test_merging_and_undoing_over_rest(club: Club) -> None:
    double, kept = a_player(club, "Jorg Frey"), a_player(club, "Jörg Frei")
    asker = official(club)
    answer = asker.post(f"/api/v1/players/{double.pk}/merge/", {"into": kept.pk}, format="json")
    assert (answer.status_code, answer.json()["id"]) == (200, kept.pk)
    assert asker.get(f"/api/v1/players/{double.pk}/").json()["id"] == kept.pk
    assert asker.post(f"/api/v1/players/{double.pk}/undo-merge/").json()["id"] == double.pk
    assert asker.get(f"/api/v1/players/{double.pk}/").json()["id"] == double.pk
