"""The picture of an event."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from tournaments.publishing.pictures import Preview, picture_of

pytestmark = pytest.mark.unit

SHADE = 16


def drawn(title: str, *below: str) -> Image.Image:
    return Image.open(io.BytesIO(picture_of(Preview(title, "Club Limmat", below))))


def test_a_picture_has_the_size_that_previews_have_and_little_weight() -> None:
    preview = Preview("Wednesday Cup", "Club Limmat", ("18 November 2026, 19:30",))
    picture = picture_of(preview)
    assert Image.open(io.BytesIO(picture)).size == (1200, 630)
    assert len(picture) < 40_000


def test_what_stands_on_it_makes_the_picture() -> None:
    words = [drawn("Cup"), drawn("Cup", "Anna wins."), drawn("Čup"), drawn("Cúp")]
    assert len({picture.tobytes() for picture in words}) == 4


@pytest.mark.parametrize("title", ["W" * 120, "word " * 24, "", "Ω Ж ß é"])
def test_no_title_runs_out_of_the_picture_or_into_the_points(title: str) -> None:
    picture = drawn(title, "18 November 2026, 19:30", f"{'M' * 80} wins.").convert("L")
    blank = picture_of(Preview("", "", ()))
    difference = ImageChops.difference(picture, Image.open(io.BytesIO(blank)).convert("L"))
    for margin in ((1160, 0, 1200, 630), (0, 450, 1200, 630)):
        # Each picture has a palette of its own, so the same green is a shade off; letters are white.
        assert max(difference.crop(margin).tobytes()) < SHADE
