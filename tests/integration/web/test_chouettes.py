"""Chouette nights on the club's pages and on phones without scripts."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from chouettes.models import ChouetteNight
from players.models import Club, Player, Role
from rules_core.chouette import ChouetteRules, Cubes, LoneTaker, Retention
from rules_core.chouette.night import folded
from rules_core.money import money_rules
from tests.integration.chouettes.nights import PlainPhone, a_night
from tests.integration.factories import a_player, a_user
from tests.integration.web.conftest import QueriesOf

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

USUAL = {
    "by_lot": "written",
    "cubes": "each",
    "retention": "beat_captain",
    "lone_taker": "free",
    "consultation": "free",
    "jacoby": "on",
    "beavers": "0",
    "automatic_doubles": "0",
    "max_cube": "64",
}
THREE = {"player_1": "Ann Ash", "player_2": "Bo Birch", "player_3": "Cy Cedar"}


def test_a_director_begins_a_night_from_the_club(club: Club, director: Client) -> None:
    assert (
        f"/clubs/{club.slug}/chouettes/"
        in director.get(f"/clubs/{club.slug}/casual/").content.decode()
    )
    known = a_player(club, "Bo Birch")
    said = USUAL | THREE | {"cubes": "one", "retention": "beat_all", "lone_taker": "must_drop"}
    said |= {"box_partner": "on", "beavers": "1", "automatic_doubles": "2", "max_cube": "16"}
    answer = director.post(f"/clubs/{club.slug}/chouettes/new/", said)
    row = ChouetteNight.objects.get()
    assert answer["Location"] == f"/chouettes/{row.pk}/"
    assert row.night.chouette.rules == ChouetteRules(
        cubes=Cubes.ONE,
        retention=Retention.BEAT_ALL,
        lone_taker=LoneTaker.MUST_DROP,
        box_partner=True,
        game=money_rules(beavers=1, automatic_doubles=2, max_cube=16),
    )
    assert [seat.player.full_name for seat in row.seats.order_by("number")] == list(THREE.values())
    assert row.seats.get(number=2).player == known
    assert (row.night.chouette.box, row.night.captain) == ("1", "2")
    page = director.get(f"/chouettes/{row.pk}/").content.decode()
    assert f"/c/{row.secret}/" in page
    assert page.count("data:image/png;base64") == 1
    assert (
        f"/chouettes/{row.pk}/" in director.get(f"/clubs/{club.slug}/chouettes/").content.decode()
    )


def test_places_by_lot_can_be_drawn_again(club: Club, director: Client) -> None:
    director.post(f"/clubs/{club.slug}/chouettes/new/", USUAL | THREE | {"by_lot": "lot"})
    row = ChouetteNight.objects.get()
    line = row.entries.get()
    assert line.facts["lot"] in director.get(f"/chouettes/{row.pk}/").content.decode()
    assert folded([(line.kind, line.facts)]) == row.night


def test_a_form_sent_twice_begins_one_night(club: Club, director: Client) -> None:
    address = f"/clubs/{club.slug}/chouettes/new/"
    page = director.get(address).content.decode()
    (key,) = re.findall(r'name="once" value="([0-9a-f]{32})"', page)
    said = USUAL | THREE | {"once": key}
    first, again = (director.post(address, said)["Location"] for _ in range(2))
    assert first == again
    assert ChouetteNight.objects.count() == 1
    assert director.post(address, said | {"cubes": "one"})["Location"] != first


@pytest.mark.parametrize(
    "wrong",
    [
        {"player_3": ""},
        {"player_3": "Ann Ash"},
        {"player_3": "x" * 121},
        {"cubes": "three"},
        {"max_cube": "3"},
        {"automatic_doubles": "7"},
        {"beavers": "4"},
    ],
)
def test_what_is_no_chouette_is_refused(
    club: Club, director: Client, wrong: dict[str, str]
) -> None:
    a_player(club, "Ann Ash")
    answer = director.post(f"/clubs/{club.slug}/chouettes/new/", USUAL | THREE | wrong)
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert not ChouetteNight.objects.exists()
    assert Player.objects.count() == 1


def test_somebody_with_nearly_a_known_name_is_asked_about(club: Club, director: Client) -> None:
    known = a_player(club, "Stefan Müller")
    said = USUAL | THREE | {"player_1": "Stephan Muller"}
    address = f"/clubs/{club.slug}/chouettes/new/"
    asked = director.post(address, said).content.decode()
    assert "Who is meant?" in asked
    assert f'name="player_1_is" value="{known.pk}"' in asked
    director.post(address, said | {"player_1_is": str(known.pk)})
    assert ChouetteNight.objects.get().seats.get(number=1).player == known
    director.post(address, said | {"player_1_is": "new"})
    assert ChouetteNight.objects.count() == 2


def test_a_night_of_five_on_a_phone_without_scripts(club: Club) -> None:
    phone = PlainPhone(a_night(club))
    assert "Start game 1" in phone.page
    phone.send("start", game=1)
    assert "Who won on the board?" in phone.page
    turned = {phone.cube(name): "turn" for name in ("Bob", "Cleo", "Dan", "Eva")}
    assert "What is the answer?" in phone.send("double", game=1, by="box", **turned)
    answers = dict.fromkeys(turned, "take") | {phone.cube("Bob"): "drop"}
    page = phone.send("answer", game=1, **answers)
    # Bob is out, so Cleo is captain; he may offer extras to those who took.
    assert page.count("The extra is taken") == 4  # three of them, and the pattern of one
    page = phone.send(
        "extra", game=1, dropper=phone.id("Bob"), taker=phone.id("Cleo"), accepted="true"
    )
    assert "Extra: <bdi>Bob</bdi> against <bdi>Cleo</bdi>" in re.sub(r"\s+", " ", page)
    page = phone.send("result", game=1, winner="team", kind="gammon")
    # Ann: +1 from Bob, then -4 each to Cleo, Dan, Eva; Bob: -1, -1 for the extra, -4 on it.
    assert phone.points == {"Ann": -11, "Bob": -6, "Cleo": 9, "Dan": 4, "Eva": 4}
    assert "Ann</bdi> owes" in page
    phone.send("join", name="Finn Fir")
    phone.send("leave", player=phone.id("Dan"))
    assert phone.night.night.chouette.line[-1] == "6"
    assert "went home" in phone.page
    phone.send("undo", number=phone.night.version)
    assert phone.night.night.chouette.line.count("4") == 1
    phone.send("close", version=phone.night.version)
    assert "closed" in phone.send("start", game=2)
    assert phone.night.status == "closed"
    assert phone.night.games == 1


def test_one_cube_is_answered_by_the_box_once(club: Club) -> None:
    phone = PlainPhone(a_night(club, cubes="one"))
    phone.send("start", game=1)
    members = ("Bob", "Cleo", "Dan", "Eva")
    phone.send("double", game=1, by="team", **{phone.cube(name): "turn" for name in members})
    page = phone.page
    assert page.count('name="all"') == 3
    shared = re.findall(r'name="shared" value="([\d-]+)"', page)
    assert len(shared) == 4
    phone.send("answer", game=1, all="drop", shared=shared)
    assert phone.points == {"Ann": -4, "Bob": 1, "Cleo": 1, "Dan": 1, "Eva": 1}


def test_equal_dice_thrown_twice_by_a_double_tap_turn_once(club: Club) -> None:
    phone = PlainPhone(a_night(club, game={"automatic_doubles": 2}))
    phone.send("start", game=1)
    seen = phone.night.version
    assert "Equal opening dice" in phone.page
    for _ in range(2):
        said = phone.send("equal-dice", game=1, version=seen)
    assert "meantime" in said
    phone.send("result", game=1, winner="box")
    assert phone.points["Ann"] == 8


def test_eight_at_the_table_may_give_the_box_a_partner(club: Club) -> None:
    names = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Finn", "Gia", "Hal")
    phone = PlainPhone(a_night(club, *names, box_partner=True))
    assert "The box’s partner" in phone.page
    page = phone.send("start", game=1, partner=phone.id("Bob"))
    assert "with <bdi>Bob</bdi>" in page
    phone.send("result", game=1, winner="box", kind="single")
    assert (phone.points["Ann"], phone.points["Bob"]) == (3, 3)


def test_a_refusal_says_why_and_changes_nothing(club: Club) -> None:
    phone = PlainPhone(a_night(club))
    for entry, said in (
        ("result", {"game": 1, "winner": "box"}),
        ("start", {"game": 7}),
        ("join", {"name": "Ann"}),
        ("join", {}),
        ("leave", {"player": 10**9}),
        ("double", {"game": 1, "by": "box"}),
        ("answer", {"game": 1, "cube-x-y": "take"}),
        ("answer", {"game": 1, "all": "perhaps", "shared": "1-2"}),
        ("start", {"game": "9" * 40}),
        ("undo", {"number": 1}),
        ("close", {"version": 99}),
    ):
        assert 'class="notice' in phone.send(entry, **said), entry
        assert phone.night.version == 1, entry


def test_strangers_see_no_night_and_no_table(club: Club, client: Client) -> None:
    row = a_night(club)
    for address in (f"/chouettes/{row.pk}/", "/c/no-such-secret/", "/c/no-such-secret/part/"):
        assert client.get(address).status_code == 404
    for address in (
        f"/chouettes/{row.pk}/renew/",
        f"/chouettes/{row.pk}/reopen/",
        "/c/no-such-secret/start/",
        f"/c/{row.secret}/no-such-entry/",
    ):
        assert client.post(address).status_code == 404
    for address in ("", "season/"):
        page = client.get(f"/clubs/{club.slug}/chouettes/{address}").content.decode()
        assert "Ann" not in page
    assert client.get(f"/clubs/{club.slug}/chouettes/new/").status_code in {302, 403}


def test_a_reader_looks_and_records_nothing(club: Club) -> None:
    row, reader = a_night(club), Client()
    reader.force_login(a_user(club, Role.READER))
    page = reader.get(f"/chouettes/{row.pk}/").content.decode()
    assert "Ann" in page
    assert row.secret not in page
    assert "data:image/png" not in page
    assert reader.get(f"/clubs/{club.slug}/chouettes/new/").status_code == 403
    said = USUAL | THREE
    assert reader.post(f"/clubs/{club.slug}/chouettes/new/", said).status_code == 403
    for what in ("renew", "reopen"):
        assert reader.post(f"/chouettes/{row.pk}/{what}/", {"number": 1}).status_code == 403
    row.refresh_from_db()
    assert (row.version, ChouetteNight.objects.count()) == (1, 1)


def test_whoever_sat_in_sees_the_night_and_only_that(club: Club) -> None:
    row, other = a_night(club), a_night(club, "Ida", "Jan", "Kai")
    ann = row.seats.get(number=1).player
    ann.user = a_user()
    ann.save()
    own = Client()
    own.force_login(ann.user)
    assert own.get(f"/chouettes/{row.pk}/").status_code == 200
    assert own.get(f"/chouettes/{other.pk}/").status_code == 404
    assert "Ida" not in own.get(f"/clubs/{club.slug}/chouettes/season/").content.decode()


def test_a_replaced_link_opens_nothing(club: Club, director: Client, client: Client) -> None:
    row = a_night(club)
    old = f"/c/{row.secret}/"
    assert client.get(old).status_code == 200
    director.post(f"/chouettes/{row.pk}/renew/")
    assert client.get(old).status_code == 404
    assert client.post(f"{old}start/", {"game": 1}).status_code == 404
    row.refresh_from_db()
    assert client.get(f"/c/{row.secret}/").status_code == 200


def test_a_night_closed_too_early_is_opened_again(club: Club, director: Client) -> None:
    phone = PlainPhone(a_night(club))
    phone.send("close", version=1)
    page = director.get(f"/chouettes/{phone.night.pk}/").content.decode()
    assert "Open it again" in page
    for _ in range(2):
        director.post(f"/chouettes/{phone.night.pk}/reopen/", {"number": 2})
    phone.night.refresh_from_db()
    assert (phone.night.status, phone.night.version) == ("open", 3)


def test_an_unchanged_table_is_not_sent_again(
    club: Club, client: Client, queries_of: QueriesOf
) -> None:
    phone = PlainPhone(a_night(club))
    part = f"{phone.address}part/"
    etag = client.get(part)["ETag"]
    assert client.get(part, HTTP_IF_NONE_MATCH=etag).status_code == 304
    phone.send("start", game=1)
    assert client.get(part, HTTP_IF_NONE_MATCH=etag).status_code == 200
    few = queries_of(client, part)
    for game in range(1, 5):
        phone.send("result", game=game, winner="box")
        phone.send("start", game=game + 1)
    assert queries_of(client, part) == few


def test_the_lists_take_the_same_queries_however_long(
    club: Club, director: Client, queries_of: QueriesOf
) -> None:
    a_night(club)
    addresses = [f"/clubs/{club.slug}/chouettes/{end}" for end in ("", "season/")]
    few = [queries_of(director, address) for address in addresses]
    for number in range(5):
        a_night(club, *(f"{name} {number}" for name in ("Ida", "Jan", "Kai", "Lou")))
    assert [queries_of(director, address) for address in addresses] == few


def test_names_are_text_on_every_page(club: Club, director: Client) -> None:
    phone = PlainPhone(a_night(club, "<script>alert(1)</script>", "Bob", "Cleo"))
    phone.send("start", game=1)
    for page in (
        phone.page,
        director.get(f"/chouettes/{phone.night.pk}/").content.decode(),
        director.get(f"/clubs/{club.slug}/chouettes/").content.decode(),
        director.get(f"/clubs/{club.slug}/chouettes/season/").content.decode(),
    ):
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page
