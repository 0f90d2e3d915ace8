"""A club's logo is drawn again by us: nothing of the file that came is kept but its picture."""

from __future__ import annotations

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image, PngImagePlugin

from players.models import Club, ClubLogo, Role
from tests.integration.web.conftest import SignedIn
from tests.pages import html_of

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def a_picture(kind: str = "PNG", size: tuple[int, int] = (64, 32), **options: object) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", size, "#0e4a37").save(file, kind, **options)
    return file.getvalue()


def upload(browser: Client, club: Club, content: bytes, name: str = "logo.png") -> str:
    address = f"/clubs/{club.slug}/logo/"
    return html_of(browser.post(address, {"logo": SimpleUploadedFile(name, content)}, follow=True))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_every_usual_picture_becomes_a_png(director: Client, club: Club, kind: str) -> None:
    upload(director, club, a_picture(kind))
    club.refresh_from_db()
    answer = Client().get(f"/clubs/{club.slug}/logo.png")
    assert answer["Content-Type"] == "image/png"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    picture = Image.open(io.BytesIO(answer.content))
    assert (picture.format, picture.size) == ("PNG", (64, 32))
    again = Client().get(f"/clubs/{club.slug}/logo.png", headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    assert f"logo.png?v={club.logo_digest}" in html_of(Client().get(f"/clubs/{club.slug}/"))


def test_what_else_the_file_carried_is_gone(director: Client, club: Club) -> None:
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", "taken at Anna's, Seestrasse 5")
    content = a_picture(pnginfo=notes, exif=b"Exif\x00\x00secret") + b"<script>alert(1)</script>"
    upload(director, club, content)
    kept = bytes(ClubLogo.objects.get().png)
    assert b"Seestrasse" not in kept
    assert b"secret" not in kept
    assert b"script" not in kept


def test_a_large_picture_is_made_smaller(director: Client, club: Club) -> None:
    upload(director, club, a_picture(size=(2000, 1000)))
    assert Image.open(io.BytesIO(bytes(ClubLogo.objects.get().png))).size == (512, 256)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "This is not a PNG, JPEG, WebP or GIF"),
        (b"", "Choose a picture first."),
        (a_picture()[:60], "This is not a PNG, JPEG, WebP or GIF"),
        (b"\x89PNG" + bytes(1024 * 1024), "at most 1 MB"),
        (a_picture("BMP"), "This is not a PNG, JPEG, WebP or GIF"),
    ],
)
def test_what_is_no_picture_is_refused(
    director: Client, club: Club, content: bytes, said: str
) -> None:
    assert said in upload(director, club, content)
    assert not ClubLogo.objects.exists()


def test_a_picture_that_would_fill_the_memory_is_refused(director: Client, club: Club) -> None:
    bomb = a_picture(size=(5000, 5000), optimize=True)
    assert len(bomb) < 1024 * 1024
    assert "This picture is too large" in upload(director, club, bomb)
    assert not ClubLogo.objects.exists()


def test_only_directors_change_it(signed_in: SignedIn, club: Club) -> None:
    scorer = signed_in(club, Role.SCORER)
    file = SimpleUploadedFile("logo.png", a_picture())
    assert scorer.post(f"/clubs/{club.slug}/logo/", {"logo": file}).status_code == 403
    assert scorer.post(f"/clubs/{club.slug}/logo/remove/").status_code == 403


def test_it_can_be_removed(director: Client, club: Club) -> None:
    upload(director, club, a_picture())
    director.post(f"/clubs/{club.slug}/logo/remove/")
    director.post(f"/clubs/{club.slug}/logo/remove/")
    assert Client().get(f"/clubs/{club.slug}/logo.png").status_code == 404
    assert "logo.png" not in html_of(Client().get(f"/clubs/{club.slug}/"))
