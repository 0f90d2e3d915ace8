"""A table of players as clubs keep it: which column says what, and what each row says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from rules_core.errors import RulesError
from web.names import in_spoken_order, search_key, tidy_name
from web.table_reading import Row

LONGEST_NAME = 120
LONGEST_NUMBER = 40

_HEADS = {
    "name": ("name", "full name", "player", "nom complet", "nome completo", "spieler", "joueur",
             "giocatore", "nom et prenom", "cognome e nome", "name vorname"),
    "given": ("first name", "given name", "forename", "vorname", "prenom", "nome"),
    "surname": ("last name", "surname", "family name", "nachname", "familienname", "nom",
                "nom de famille", "cognome"),
    "country": ("country", "land", "pays", "paese", "nationality", "nation"),
    "email": ("email", "e mail", "mail", "e mail address", "email address", "e mail adresse",
              "adresse e mail", "indirizzo e mail"),
    "federation_id": ("federation number", "federation id", "federation", "wbgf", "licence",
                      "license", "lizenz", "verbandsnummer", "numero de federation",
                      "numero federazione", "numero di federazione", "number"),
}  # fmt: skip
"""The heads of columns in the four languages, as search keys are made."""
_BY_HEAD = {search_key(head): column for column, heads in _HEADS.items() for head in heads}


class NoNameColumn(RulesError):
    """Nobody can be told from a table without names."""

    code = "no_name_column"


class RowNotValid(RulesError):
    """One row that says something impossible; the others can be imported."""

    code = "row_not_valid"


@dataclass(frozen=True)
class PlayerRow:
    """What one row says about a player."""

    number: int
    name: str = ""
    details: dict[str, str] = field(default_factory=dict)
    """Country, e-mail address and federation number, as far as the row has them."""
    refusal: RowNotValid | None = None


def player_rows(rows: Sequence[Row]) -> Iterator[PlayerRow]:
    """The players of a table whose first row has the heads; without heads the first column is the name."""
    if not rows:
        return
    columns = [_BY_HEAD.get(search_key(head), "") for head in rows[0][1]]
    if not any(columns):
        columns = ["name"]
    elif {"name", "given", "surname"}.isdisjoint(columns):
        raise NoNameColumn("The table has no column with names. Call one “Name”.")
    else:
        rows = rows[1:]
    # “Nome” is the given name only beside a “Cognome”; alone it is the name. So with “Nom”.
    if "name" not in columns and not {"given", "surname"} <= set(columns):
        columns = ["name" if column in ("given", "surname") else column for column in columns]
    for number, cells in rows:
        yield _row(number, dict(zip(columns, cells, strict=False)))


def _row(number: int, said: dict[str, str]) -> PlayerRow:
    spoken = said.get("name") or f"{said.get('given', '')} {said.get('surname', '')}"
    name = in_spoken_order(tidy_name(spoken))
    details = {
        "country": said.get("country", "").upper(),
        "email": said.get("email", ""),
        "federation_id": tidy_name(said.get("federation_id", "")),
    }
    try:
        _check(name, details)
    except RowNotValid as refusal:
        return PlayerRow(number, name, refusal=refusal)
    return PlayerRow(number, name, {key: value for key, value in details.items() if value})


def _check(name: str, details: dict[str, str]) -> None:
    if not search_key(name):
        raise RowNotValid("There is no name.", why="name_missing")
    if len(name) > LONGEST_NAME:
        raise RowNotValid(
            f"A name has at most {LONGEST_NAME} letters.", why="name_too_long", most=LONGEST_NAME
        )
    if details["country"] and not (
        len(details["country"]) == 2
        and details["country"].isascii()
        and details["country"].isalpha()
    ):
        raise RowNotValid("A country has two letters, such as CH.", why="country")
    if len(details["federation_id"]) > LONGEST_NUMBER:
        raise RowNotValid("The federation number is too long.", why="federation_id")
    if details["email"]:
        try:
            validate_email(details["email"])
        except ValidationError as error:
            raise RowNotValid("This is not an e-mail address.", why="email") from error
