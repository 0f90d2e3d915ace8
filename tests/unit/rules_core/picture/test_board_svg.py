"""The picture of a board: sound XML, every checker drawn, the same words for those who do not see it."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules_core as bg
from rules_core.choices import UnknownChoice
from rules_core.picture import BoardPicture, Theme, board_svg
from rules_core.picture.layout import BOTTOM, TOP
from tests.unit.rules_core.random_games import positions_with_dice

pytestmark = pytest.mark.unit

SVG = "{http://www.w3.org/2000/svg}"
MOST_SHOWN = 5


def shown(svg: str, fill: str) -> tuple[int, int]:
    """Circles of a checker's size, and flat ones in the tray, of a colour."""
    root = ElementTree.fromstring(svg)
    circles = [e for e in root.iter(f"{SVG}circle") if e.get("fill") == fill and e.get("r") == "17"]
    flat = [e for e in root.iter(f"{SVG}rect") if e.get("fill") == fill and e.get("height") == "10"]
    return len(circles), len(flat)


@settings(max_examples=60, deadline=None)
@given(positions_with_dice(), st.sampled_from(Theme))
def test_every_checker_is_drawn_or_counted(
    thrown: tuple[bg.Position, tuple[int, int]], theme: Theme
) -> None:
    position, _ = thrown
    svg = position.svg(theme=theme)
    for side, fill in (
        (position.mine, theme.colours.mine),
        (position.theirs, theme.colours.theirs),
    ):
        expected = sum(min(checkers, MOST_SHOWN) for checkers in side[1:])
        assert shown(svg, fill) == (expected, side[0])
    numbers = Counter(re.findall(r'font-size="17"[^>]*>(\d+)<', svg))
    crowded = Counter(
        str(n) for side in (position.mine, position.theirs) for n in side[1:] if n > 5
    )
    assert numbers == crowded


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40), st.text(max_size=40))
def test_any_name_leaves_it_sound_xml(one: str, other: str) -> None:
    if re.search(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", one + other):
        return
    root = ElementTree.fromstring(bg.Position().svg(names=(one, other), score=(3, 2), length=7))
    assert root.get("role") == "img"


def test_dice_cube_score_and_arrows_are_there_and_in_the_words() -> None:
    svg = bg.Position().svg(
        dice=(6, 5),
        cube=4,
        cube_is_mine=False,
        names=("Ann", "Bob"),
        score=(3, 2),
        length=7,
        arrows="24/13",
    )
    root = ElementTree.fromstring(svg)
    words = root.findtext(f"{SVG}desc")
    assert words is not None
    assert words.endswith("Ann has rolled 6-5. Cube 4, with Bob.")
    assert root.get("aria-label") == words
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert {"4", "Ann 3 of 7", "Bob 2"} <= set(texts)
    pips = [e for e in root.iter(f"{SVG}circle") if e.get("r") == "3"]
    assert len(pips) == 11
    assert svg.count('opacity=".8"') == 1


def test_words_of_ones_own_are_said_instead() -> None:
    picture = BoardPicture(position=bg.Position(), words="Das Brett <leer>", title="Brett")
    root = ElementTree.fromstring(board_svg(picture))
    assert root.get("aria-label") == root.findtext(f"{SVG}desc") == "Das Brett <leer>"
    assert root.findtext(f"{SVG}title") == "Brett"


@pytest.mark.parametrize("move", [(25, 22), (24, 18), (6, 0), (13, 7)])
def test_the_other_players_arrows_are_ones_own_upside_down(move: tuple[int, int]) -> None:
    mine = arrow_of(BoardPicture(position=bg.Position(), arrows=(move,)))
    theirs = arrow_of(BoardPicture(position=bg.Position(), their_arrows=(move,)))
    (x1, y1), (x2, y2) = mine, theirs
    assert (x1, TOP + BOTTOM - y1) == (x2, y2)


def arrow_of(picture: BoardPicture) -> tuple[int, int]:
    """Where the tip of the only arrow is."""
    (tip,) = re.findall(r'd="M(\d+) (\d+)L[^"]*Z" fill="[^"]*" opacity', board_svg(picture))
    return int(tip[0]), int(tip[1])


def test_the_page_around_it_gives_it_its_colours() -> None:
    svg = bg.Position().svg(dice=(3, 1), cube=2, arrows="8/5", theme="css")
    fills = set(re.findall(r'(?:fill|stroke)="([^"]+)"', svg)) - {"none"}
    assert all(re.fullmatch(r"var\(--diagram-[a-z-]+, #[0-9a-f]{6}\)", fill) for fill in fills)


def test_there_is_no_id_so_that_many_boards_stand_on_one_page() -> None:
    assert " id=" not in bg.Position().svg(dice=(3, 1), arrows="8/5 6/5")


def test_a_theme_that_does_not_exist_is_refused_with_the_choices() -> None:
    with pytest.raises(UnknownChoice, match="“light”, “dark”, “print” or “css”"):
        bg.Position().svg(theme="sepia")


@pytest.mark.parametrize("theme", Theme)
def test_the_start_looks_as_it_was_when_somebody_looked_at_it(theme: Theme) -> None:
    """Look at the picture before you change the number: rules_core/picture draws it."""
    svg = bg.Position().svg(dice=(3, 1), cube=1, arrows="8/5 6/5", theme=theme)
    assert sha256(svg.encode()).hexdigest()[:16] == LOOKED_AT[theme]


LOOKED_AT = {
    Theme.LIGHT: "0f4a3c9cb2792af3",
    Theme.DARK: "d033376114e71243",
    Theme.PRINT: "f2dd0a3c2036b62f",
    Theme.CSS: "313e703f2cc6dbf1",
}
