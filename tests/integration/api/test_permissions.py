"""Who may do what: every path, every method, everybody.

The event is private, so to those outside its club nothing of it exists. A path without a row fails.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver

from config.api_urls import urlpatterns
from tests.integration.api.world import PREPARED, World, body

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

ROLES = ["nobody", "other", "player", "table", "stray", "reader", "scorer", "director", "admin"]

MATRIX = """
GET    chouettes/                                              200 200 200 401 401 200 200 200 200
POST   chouettes/                                              401 403 403 401 401 403 201 201 201
GET    chouettes/{chouette}/                                   404 404 200 401 401 200 200 200 200
GET    chouettes/{chouette}/history/                           404 404 200 401 401 200 200 200 200
POST   chouettes/{chouette}/answer/                            401 404 403 401 401 403 200 200 200
POST   chouettes/{chouette}/close/                             401 404 403 401 401 403 200 200 200
POST   chouettes/{chouette}/double/                            401 404 403 401 401 403 200 200 200
POST   chouettes/{chouette}/equal-dice/                        401 404 403 401 401 403 200 200 200
POST   chouettes/{chouette}/extra/                             401 404 403 401 401 403 200 200 200
POST   chouettes/{chouette}/join/                              401 404 403 401 401 403 200 200 200
POST   chouettes/{chouette}/leave/                             401 404 403 401 401 403 200 200 200
POST   chouettes/{chouette}/result/                            401 404 403 401 401 403 200 200 200
POST   chouettes/{chouette}/start/                             401 404 403 401 401 403 200 200 200
POST   chouettes/{chouette}/table-link/                        401 404 403 401 401 403 200 200 200
POST   chouettes/{chouette}/undo/                              401 404 403 401 401 403 200 200 200
GET    clubs/                                                  200 200 200 200 200 200 200 200 200
GET    clubs/{club}/                                           200 200 200 200 200 200 200 200 200
GET    docs/                                                   200 200 200 200 200 200 200 200 200
GET    matches/                                                200 200 200 200 200 200 200 200 200
POST   matches/                                                401 403 201 403 403 403 201 201 201
GET    matches/{match}/                                        404 404 200 200 404 200 200 200 200
PATCH  matches/{match}/                                        401 404 403 403 404 403 403 200 200
POST   matches/{match}/call/                                   401 404 403 403 404 403 200 200 200
DELETE matches/{match}/call/                                   401 404 403 403 404 403 200 200 200
POST   matches/{match}/confirm/                                401 404 409 200 404 403 200 200 200
POST   matches/{match}/correct/                                401 404 403 403 404 403 200 200 200
POST   matches/{match}/dispute/                                401 404 200 200 404 403 200 200 200
GET    matches/{match}/chances/                                404 404 200 200 404 200 200 200 200
GET    matches/{match}/events/                                 404 404 403 403 404 200 200 200 200
POST   matches/{match}/games/                                  401 404 200 200 404 403 200 200 200
DELETE matches/{match}/games/last/                             401 404 200 200 404 403 200 200 200
POST   matches/{match}/penalty/                                401 404 403 403 404 403 200 200 200
POST   matches/{match}/ruling/                                 401 404 403 403 404 403 200 200 200
POST   matches/{match}/late/                                   401 404 403 403 404 403 409 409 409
POST   matches/{match}/time-out/                               401 404 403 403 404 403 409 409 409
DELETE matches/{match}/late/                                   401 404 403 403 404 403 409 409 409
DELETE matches/{match}/penalty/                                401 404 403 403 404 403 409 409 409
DELETE matches/{match}/time-out/                               401 404 403 403 404 403 409 409 409
POST   matches/{match}/reopen/                                 401 404 403 403 404 403 200 200 200
POST   matches/{match}/result/                                 401 404 200 200 404 403 200 200 200
POST   matches/{match}/start/                                  401 404 200 200 404 403 200 200 200
DELETE matches/{match}/table-links/                            401 404 403 403 404 403 204 204 204
POST   matches/{match}/table-links/                            401 404 403 403 404 403 200 200 200
GET    matches/{match}/transcript/                             404 404 200 200 404 200 200 200 200
GET    matches/{match}/replay/                                 404 404 200 200 404 200 200 200 200
POST   matches/{match}/transcript/                             401 404 201 201 404 403 201 201 201
GET    players/                                                200 200 200 200 200 200 200 200 200
POST   players/                                                401 403 403 403 403 403 403 201 201
DELETE players/{player}/                                       401 403 403 403 403 403 403 204 204
GET    players/{player}/                                       200 200 200 200 200 200 200 200 200
PATCH  players/{player}/                                       401 403 403 403 403 403 403 200 200
POST   matches/{match}/undispute/                              401 404 409 200 404 403 403 200 200
POST   players/import/                                         401 403 403 403 403 403 403 200 200
POST   players/{player}/merge/                                 401 403 403 403 403 403 403 200 200
POST   players/{player}/undo-merge/                            401 404 404 404 404 404 404 404 404
GET    players/{player}/matches/                               200 200 200 200 200 200 200 200 200
GET    players/{player}/ratings/                               200 200 200 200 200 200 200 200 200
GET    players/{player}/versus/{opponent}/                     200 200 200 200 200 200 200 200 200
GET    ratings/                                                200 200 200 200 200 200 200 200 200
GET    pools/                                                  200 200 200 200 200 200 200 200 200
POST   pools/                                                  401 403 403 403 403 403 403 201 201
GET    pools/{pool}/                                           200 200 200 200 200 200 200 200 200
PATCH  pools/{pool}/                                           401 403 403 403 403 403 403 200 200
DELETE pools/{pool}/                                           401 403 403 403 403 403 403 204 204
POST   pools/{pool}/start-values/                              401 403 403 403 403 403 403 200 200
GET    seasons/                                                200 200 200 200 200 200 200 200 200
GET    seasons/{season}/                                       200 200 200 200 200 200 200 200 200
POST   seasons/                                                401 403 403 403 403 403 403 201 201
PATCH  seasons/{season}/                                       401 403 403 403 403 403 403 200 200
DELETE seasons/{season}/                                       401 403 403 403 403 403 403 204 204
POST   seasons/{season}/close/                                 401 403 403 403 403 403 403 409 409
POST   seasons/{season}/reopen/                                401 403 403 403 403 403 403 200 200
GET    seasons/{season}/standings/                             200 200 200 200 200 200 200 200 200
GET    sessions/                                               200 200 200 200 200 200 200 200 200
POST   sessions/                                               401 403 201 403 403 403 201 201 201
GET    sessions/{session}/                                     404 404 200 404 404 200 200 200 200
POST   sessions/{session}/games/                               401 404 200 404 404 403 200 200 200
DELETE sessions/{session}/games/last/                          401 404 200 404 404 403 200 200 200
POST   sessions/{session}/links/                               401 404 200 404 404 403 200 200 200
POST   sessions/{session}/settle/                              401 404 200 404 404 403 200 200 200
GET    schema/                                                 200 200 200 200 200 200 200 200 200
GET    tournaments/                                            200 200 200 200 200 200 200 200 200
POST   tournaments/                                            401 403 403 403 403 403 403 201 201
GET    tournaments/{event}/                                    404 404 404 404 404 200 200 200 200
PATCH  tournaments/{event}/                                    401 404 404 404 404 403 403 200 200
GET    tournaments/{event}/entries/                            404 404 404 404 404 200 200 200 200
POST   tournaments/{event}/entries/                            401 404 404 404 404 403 403 409 409
POST   tournaments/{event}/entries/bulk/                       401 404 404 404 404 403 403 409 409
POST   tournaments/{event}/entries/by-name/                    401 404 404 404 404 403 403 409 409
POST   tournaments/{event}/entries/check-in/                   401 404 404 404 404 403 403 200 200
POST   tournaments/{event}/entries/{entry}/check-out/          401 404 404 404 404 403 403 200 200
POST   tournaments/{event}/entries/{entry}/check-in/           401 404 404 404 404 403 403 200 200
POST   tournaments/{event}/entries/{entry}/disqualify/         401 404 404 404 404 403 403 200 200
POST   tournaments/{event}/entries/{entry}/paid/               401 404 404 404 404 403 200 200 200
POST   tournaments/{event}/entries/{entry}/reinstate/          401 404 404 404 404 403 403 200 200
POST   tournaments/{event}/entries/{entry}/replace/            401 404 404 404 404 403 403 200 200
POST   tournaments/{event}/entries/{entry}/withdraw/           401 404 404 404 404 403 403 200 200
POST   tournaments/{event}/publish/                            401 404 404 404 404 403 403 200 200
GET    tournaments/{event}/registrations/                      404 404 404 404 404 403 403 200 200
POST   tournaments/{event}/registrations/                      404 404 404 404 404 409 409 409 409
GET    tournaments/{event}/registrations/{registration}/       404 404 404 404 404 404 404 404 404
PATCH  tournaments/{event}/registrations/{registration}/       404 404 404 404 404 404 404 404 404
DELETE tournaments/{event}/registrations/{registration}/       404 404 404 404 404 404 404 404 404
POST   tournaments/{event}/registrations/{registration}/approve/ 404 404 404 404 404 403 403 200 200
POST   tournaments/{event}/registrations/{registration}/check-in/ 404 404 404 404 404 404 404 404 404
POST   tournaments/{event}/registrations/{registration}/decline/ 404 404 404 404 404 403 403 200 200
GET    tournaments/{event}/pools/                              404 404 404 404 404 200 200 200 200
PUT    tournaments/{event}/pools/                              401 404 404 404 404 403 403 200 200
GET    tournaments/{event}/report/                             404 404 404 404 404 200 200 200 200
GET    tournaments/{event}/stages/{stage}/forecast/            404 404 404 404 404 200 200 200 200
GET    tournaments/{event}/stages/{stage}/bracket/             404 404 404 404 404 200 200 200 200
POST   tournaments/{event}/stages/{stage}/draw/                401 404 404 404 404 403 403 200 200
GET    tournaments/{event}/stages/{stage}/draw/proof/          404 404 404 404 404 200 200 200 200
GET    tournaments/{event}/stages/{stage}/lengths/             404 404 404 404 404 200 200 200 200
PATCH  tournaments/{event}/stages/{stage}/lengths/             401 404 404 404 404 403 403 200 200
GET    tournaments/{event}/stages/{stage}/plan/                404 404 404 404 404 200 200 200 200
POST   tournaments/{event}/stages/{stage}/rounds/              401 404 404 404 404 403 403 409 409
DELETE tournaments/{event}/stages/{stage}/rounds/last/         401 404 404 404 404 403 403 409 409
GET    tournaments/{event}/stages/{stage}/standings/           404 404 404 404 404 200 200 200 200
POST   tournaments/{event}/stages/{stage}/standings/by-hand/   401 404 404 404 404 403 403 200 200
GET    tournaments/{event}/stages/{stage}/standings/{entry}/why/ 404 404 404 404 404 200 200 200 200
POST   tournaments/{event}/unpublish/                          401 404 404 404 404 403 403 200 200
"""


def rows() -> dict[str, list[int]]:
    """The matrix by request."""
    table: dict[str, list[int]] = {}
    for line in MATRIX.strip().splitlines():
        method, path, *codes = line.split()
        table[f"{method} {path}"] = [int(code) for code in codes]
    return table


def served() -> set[str]:
    """Every request that the paths of the contract answer."""
    return {
        f"{method.upper()} {template(pattern)}"
        for pattern in urlpatterns[:-1]  # the last one is for everything else
        for method in getattr(pattern.callback, "actions", None) or {"get": ""}
        if method != "head"  # added to whatever answers GET when it is first asked
    }


UPLOADS = {"POST matches/{match}/transcript/", "POST players/import/"}
UPLOADS |= {"POST pools/{pool}/start-values/"}
_IDS = {"clubs": "club", "players": "player", "tournaments": "event", "matches": "match"}
_IDS |= {"chouettes": "chouette"}
_IDS |= {"stages": "stage", "entries": "entry", "standings": "entry"}
_IDS |= {
    "registrations": "registration",
    "versus": "opponent",
    "pools": "pool",
    "seasons": "season",
    "sessions": "session",
}


def template(pattern: URLPattern | URLResolver) -> str:
    """``matches/{match}/games/`` for Django's own way of writing it."""
    text = str(pattern.pattern).strip("^$")
    text = re.sub(r"\(\?P<\w+>[^)]*\)|<\w+:\w+>", "{}", text)
    return re.sub(r"(\w+)/\{\}", lambda found: f"{found[1]}/{{{_IDS[found[1]]}}}", text)


def test_every_path_has_its_row() -> None:
    assert set(rows()) == served()
    assert {len(codes) for codes in rows().values()} == {len(ROLES)}


@pytest.mark.slow
@pytest.mark.parametrize("row", rows())
def test_everybody_gets_the_answer_that_is_written_down(row: str) -> None:
    world = World()
    askers = world.askers()
    if row in PREPARED:
        PREPARED[row](world)
    answers = {role: answer(row, world, askers[role]) for role in ROLES}
    assert answers == dict(zip(ROLES, rows()[row], strict=True))


def answer(row: str, world: World, asker: Any) -> int:
    """What somebody gets, and then it is as if they had never asked."""
    method, path = row.split(" ")
    upload = {"format": "multipart"} if row in UPLOADS else {}
    with transaction.atomic():
        got = getattr(asker, method.lower())(world.path(path), body(row, world), **upload)
        transaction.set_rollback(True)
    code: int = got.status_code
    return code
