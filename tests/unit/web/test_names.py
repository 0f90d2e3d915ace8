"""Names as they are searched, sorted and shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.names import in_spoken_order, initials, search_key, tidy_name, without_surname

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Jörg Müller", "jorg muller"),
        ("Joerg Mueller", "jorg muller"),
        ("Günther Weiß", "gunther weiss"),
        ("Søren Kjærgaard", "soren kjargaard"),
        ("Łukasz Wiśniewski", "lukasz wisniewski"),
        ("Katarína Šťastná", "katarina stastna"),
        ("Seán O’Brien", "sean obrien"),
        ("Anne-Marie D'Arcy", "anne marie darcy"),
        ("İpek Yıldız", "ipek yildiz"),
        ("Ћирило Ђорђевић", "ћирило ђорђевић"),
        ("  . ", ""),
    ],
)
def test_a_key_has_no_accents_case_or_marks(name: str, key: str) -> None:
    assert search_key(name) == key


@given(st.text(max_size=40))
def test_a_key_of_a_key_is_itself(name: str) -> None:
    assert search_key(search_key(name)) == search_key(name)


@given(st.text(alphabet="abceouäöüéß'- ", max_size=20), st.integers(0, 20))
def test_what_is_typed_so_far_finds_the_whole_name(name: str, typed: int) -> None:
    assert search_key(name).startswith(search_key(name[:typed]))


def test_composed_and_decomposed_letters_are_one_name() -> None:
    assert tidy_name("Jo\u0308rg") == tidy_name("J\u00f6rg") == "Jörg"


def test_what_turns_the_direction_of_writing_is_gone() -> None:
    assert tidy_name("Anna\u202e Meier\u200b") == "Anna Meier"


@pytest.mark.parametrize(
    ("full", "hidden", "letters"),
    [
        ("Anna Meier", "Anna M.", "A. M."),
        ("Meier, Anna", "Anna M.", "A. M."),
        ("Ludwig van Beethoven", "Ludwig B.", "L. B."),
        ("Madonna", "Madonna", "M."),
        ("élodie österberg", "élodie Ö.", "É. Ö."),
    ],
)
def test_as_much_of_a_name_as_somebody_wants(full: str, hidden: str, letters: str) -> None:
    assert (without_surname(full), initials(full)) == (hidden, letters)


def test_a_name_from_a_list_is_turned_round_only_if_it_has_two_parts() -> None:
    assert in_spoken_order("Meier, Anna Maria") == "Anna Maria Meier"
    assert in_spoken_order("Meier,") == "Meier,"
    assert in_spoken_order("a, b, c") == "a, b, c"
    assert in_spoken_order("John Smith, Jr.") == "John Smith, Jr."
