"""What ``deploy.screenshots`` photographs: every page, and how one gets to those that have no address of their own."""

from __future__ import annotations

import email
import email.policy
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Literal

from django.urls import reverse
from playwright.sync_api import Browser, Page, ViewportSize

from tests.e2e.browser.people import Laptop, printed_password
from tests.e2e.browser.site_pages import CLUB, DIRECTORS, OPEN, PUBLIC, RUNNING, SWISS, Where
from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer, wait_until

Who = Literal["visitor", "director", "scorer"]

LONG = "Maximilian-Alexander von Hohenstaufen-Rosenberg"
GUEST = "guest@barpoint.example"
SCORER = "scorer@barpoint.example"
TYPED = "two dice and a cube"
MAKE_A_SCORER = f"""
from allauth.account.models import EmailAddress
from players.models import Club, Role, User
from players.services.clubs import give_role

user = User.objects.create_user("{SCORER}", "{TYPED}")
EmailAddress.objects.filter(user=user).update(verified=True)
give_role(club_id=Club.objects.get(slug="{CLUB["slug"]}").pk, user_id=user.pk, role=Role.SCORER)
"""
A4_ACROSS: ViewportSize = {"width": 1047, "height": 718}
"""As a printer lays it out, without its margins of 10 mm."""
TOO_MANY_FIELDS = """() => {
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/accounts/login/";
  for (let number = 0; number < 3000; number += 1) {
    const field = document.createElement("input");
    field.name = `field-${number}`;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}"""
UNPROTECTED = """() => {
  const form = document.querySelector("main form");
  form.querySelector("[name=csrfmiddlewaretoken]").remove();
  form.noValidate = true;
  form.submit();
}"""


@dataclass(frozen=True)
class Scene:
    """A page to photograph."""

    name: str
    open: Callable[[Page], object]
    """Brings a tab there."""
    who: Who = "visitor"


@dataclass(frozen=True)
class Found:
    """Addresses that somebody came by tonight."""

    pad: str
    my_night: str
    invitation: str
    confirm: str


def played(server: ClubServer, browser: Browser) -> tuple[Found, dict[Who, Path]]:
    """Play a little, register, invite somebody; what was found, and the cookies of whoever signed in."""
    pad = _play_a_little(Director(server))
    cookies: dict[Who, Path] = {
        "director": server.folder / "director.json",
        "scorer": server.folder / "scorer.json",
    }
    with browser.new_context() as desk, browser.new_context() as elsewhere:
        laptop = Laptop(desk.new_page(), server.base_url)
        laptop.sign_in(printed_password(server.folder / "club.log"))
        my_night = _player_code(laptop.page, server)
        _open_registration(laptop.page, server)
        _sign_in_scorer(elsewhere.new_page(), server)
        elsewhere.storage_state(path=cookies["scorer"])
        invitation = _invitation(laptop.page, server)
        desk.storage_state(path=cookies["director"])
    with browser.new_context() as stranger:
        confirm = _register(stranger.new_page(), server)
    return Found(pad=pad, my_night=my_night, invitation=invitation, confirm=confirm), cookies


def scenes(server: ClubServer, found: Found) -> list[Scene]:
    """All there are."""
    return [
        *_by_address(server.base_url, found),
        *_on_paper(server.base_url),
        *_errors(server),
        *_mails(server),
    ]


def _by_address(base: str, found: Found) -> Iterator[Scene]:
    yield Scene("look", _at(f"{base}/look/"))
    yield Scene("api", partial(_the_api, base=base))
    yield Scene("pad", _at(f"{base}{found.pad}"))
    yield Scene("my-night", _at(found.my_night))
    yield Scene("my-night-confirm", _at(found.confirm))
    yield Scene("invitation", _at(found.invitation))
    yield from (_scene(base, where) for where in PUBLIC)
    for where in DIRECTORS:
        scene = _scene(base, where)
        yield replace(scene, name=f"director-{scene.name}", who="director")


def _scene(base: str, where: Where) -> Scene:
    name, arguments = where
    named = "-".join([name, *(str(value) for value in arguments.values())])
    return Scene(named, _at(base + reverse(name, kwargs=arguments)))


def _the_api(page: Page, base: str) -> None:
    page.goto(base + reverse("api:docs"))
    page.locator(".opblock").first.wait_for(timeout=60_000)


def _at(address: str) -> Callable[[Page], object]:
    return lambda page: page.goto(address, wait_until="load")


def _on_paper(base: str) -> Iterator[Scene]:
    def table_cards(page: Page) -> None:
        page.goto(base + reverse("event-console", kwargs=RUNNING))
        page.get_by_role("button", name="Print table cards").click()
        page.locator(".table-card").first.wait_for()

    def player_codes(page: Page) -> None:
        page.goto(base + reverse("event-paper", kwargs=RUNNING))
        page.get_by_role("button", name="Player codes", exact=True).click()
        page.locator(".player-code").first.wait_for()

    yield Scene("paper-table-cards", table_cards, "director")
    yield Scene("paper-player-codes", player_codes, "director")
    for what, event in (("bracket", SWISS), ("standings", SWISS), ("bracket", RUNNING)):
        address = base + reverse("event-sheet", kwargs=event | {"what": what})
        yield Scene(f"paper-printed-{what}-{event['slug']}", partial(_printed, address=address))


def _printed(page: Page, address: str) -> None:
    page.set_viewport_size(A4_ACROSS)
    page.goto(address)
    page.emulate_media(media="print")


def _errors(server: ClubServer) -> Iterator[Scene]:
    base = server.base_url
    login = base + reverse("account_login")

    def unreadable(page: Page) -> None:
        page.goto(login)
        with page.expect_navigation():
            page.evaluate(TOO_MANY_FIELDS)

    def expired(page: Page) -> None:
        page.goto(login)
        with page.expect_navigation():
            page.evaluate(UNPROTECTED)

    def locked_out(page: Page) -> None:
        page.goto(login)
        while page.locator("[name=login]").count():
            page.fill("[name=login]", "nobody@barpoint.example")
            page.fill("[name=password]", "not the password")
            with page.expect_navigation():
                page.locator("main form button.main").first.click()

    def broken(page: Page) -> None:
        with _without_its_clubs(server):
            page.goto(base)

    yield Scene("error-400", unreadable)
    yield Scene("error-403", _at(base + reverse("club-settings", kwargs=CLUB)), "scorer")
    yield Scene("error-403-form", expired)
    yield Scene("error-404", _at(f"{base}/nowhere/"))
    yield Scene("error-429", locked_out)
    yield Scene("error-500", broken)


@contextmanager
def _without_its_clubs(server: ClubServer) -> Iterator[None]:
    """A fault of ours: a table is not where it was."""
    _rename(server, "players_club", "players_club_away")
    yield
    _rename(server, "players_club_away", "players_club")


def _rename(server: ClubServer, table: str, other: str) -> None:
    with closing(sqlite3.connect(server.folder / "barpoint.sqlite3", timeout=20)) as database:
        # Those who refer to it keep its name.
        database.execute("PRAGMA legacy_alter_table=ON")
        database.execute(f"ALTER TABLE {table} RENAME TO {other}")
        database.commit()


def _mails(server: ClubServer) -> Iterator[Scene]:
    for message in _sent(server):
        html = message.get_body(("html",))
        assert html is not None
        words = re.sub(r"\W+", "-", str(message["subject"])).strip("-").lower()
        yield Scene(f"mail-{words}", partial(_shown, html=str(html.get_content())))


def _shown(page: Page, html: str) -> None:
    page.set_content(html)


def _sent(server: ClubServer) -> list[EmailMessage]:
    """All mails that were sent, oldest first; those of one process are in one file."""
    files = sorted((server.folder / "sent").glob("*.log"))
    texts = [
        text
        for path in files
        for text in re.split(rb"^-{79}\n", path.read_bytes(), flags=re.MULTILINE)
    ]
    return [
        email.message_from_bytes(text.strip(), policy=email.policy.default)
        for text in texts
        if text.strip()
    ]


def _play_a_little(director: Director) -> str:
    """Call what is ready, score at some tables, and play at another board; where its score pad is."""
    for table, match in enumerate(director.ready(RUNNING["slug"])[:4], start=1):
        director.post(f"matches/{match['id']}/call/", {"table": table})
        if table < 4:
            _play(director, match["id"], ("a", "b", "a")[:table])
    slug = director.set_up("At the board", [LONG, "Luca Rossi"], result_policy="confirm")
    (match,) = director.ready(slug)
    _play(director, match["id"], ("a", "b"))
    links = director.post(f"matches/{match['id']}/table-links/")
    return "/t/{a}/".format(**links)


def _play(director: Director, match: int, winners: tuple[str, ...]) -> None:
    for number, winner in enumerate(winners, 1):
        game = {"number": number, "winner": winner, "kind": "single", "cube": 2}
        director.post(f"matches/{match}/games/", game | {"ended_by": "play"})


def _player_code(page: Page, server: ClubServer) -> str:
    """Where the first player's code leads."""
    page.goto(server.base_url + reverse("event-paper", kwargs=RUNNING))
    page.get_by_role("button", name="Player codes", exact=True).click()
    return str(page.locator(".player-code a").first.get_attribute("href"))


def _open_registration(page: Page, server: ClubServer) -> None:
    page.goto(server.base_url + reverse("registration-terms", kwargs=OPEN))
    page.select_option("[name=registration]", "open")
    page.locator("form:has([name=places]) button.main").click()
    page.wait_for_url("**/registrations/")


def _invitation(page: Page, server: ClubServer) -> str:
    page.goto(server.base_url + reverse("club-staff", kwargs=CLUB))
    page.locator("[name=role]").last.select_option("scorer")
    page.locator("[name=name]").fill("Bruno")
    page.get_by_role("button", name="Make an invitation").click()
    return page.locator(".keep .address a").inner_text()


def _sign_in_scorer(page: Page, server: ClubServer) -> None:
    """Somebody who may do less than a director."""
    server.manage("shell", "-c", MAKE_A_SCORER)
    page.goto(server.base_url + reverse("account_login"))
    page.fill("[name=login]", SCORER)
    page.fill("[name=password]", TYPED)
    page.locator("main form button.main").first.click()
    page.get_by_role("button", name="Sign out").wait_for()


def _register(page: Page, server: ClubServer) -> str:
    """Register for an event and ask for an account's password; what is to be followed from the mail."""
    page.goto(server.base_url + reverse("event-register", kwargs=OPEN))
    page.fill("[name=name]", LONG)
    page.fill("[name=email]", GUEST)
    page.locator("form.register button.main").click()
    page.wait_for_url("**/me/*/")
    for name in ("account_reset_password", "account_signup"):
        page.goto(server.base_url + reverse(name))
        page.fill("[name=email]", GUEST)
        for field in page.locator("[type=password]").all():
            field.fill(TYPED)
        with page.expect_navigation():
            page.locator("main form button.main").click()
    wait_until(lambda: len(_sent(server)) >= 3, seconds=60)
    links = [re.search(r"https?://\S+/confirm/\S+/", _text(mail)) for mail in _sent(server)]
    (confirm,) = [link[0] for link in links if link]
    return confirm


def _text(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    return str(body.get_content()) if body else ""
