"""The admin shows everything and breaks nothing: each page that is registered is tried."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.db.models import Model
from django.forms import model_to_dict
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_celery_beat.models import IntervalSchedule, PeriodicTask

from chouettes.models import ChouetteNight
from chouettes.services.nights import begin_night
from matches.models import Match, MatchEvent, Rating, RatingChange
from matches.services.results import report_result
from money.models import MoneySession
from operations.version import described
from outbox.models import Message
from outbox.services import enqueue, run_pending
from players.actors import SYSTEM
from players.models import ApiToken, Club, Membership, Player, Role, User
from players.services.named_players import Somebody
from players.services.registration import anonymise_player
from rules_core.chouette import ChouetteRules
from rules_core.seasons.rules import SeasonRules
from tests.integration.factories import a_club, a_drawn_stage, a_player, a_token, a_user
from tests.integration.money.sessions import a_session
from tournaments.models import Entry, Pairing, Season, Stage, StageSnapshot, Tournament
from tournaments.services.seasons import create_season

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

READ_ONLY: set[type[Model]] = {
    *(Match, MatchEvent, Rating, RatingChange, Tournament, Entry, Stage, Pairing),
    *(Season, MoneySession, ChouetteNight),
    *(Message, ApiToken, AccessLog, AccessFailureLog, PeriodicTask),
}
BY_SERVICES: set[type[Model]] = {User, Club, Player}
"""What is changed and made here, and never deleted."""

MAY_BE_DELETED: set[type[Model]] = {AccessAttempt}
"""Nothing but a lock-out."""


def label(model: Any) -> str:
    return str(model._meta.label)


def address(model: type[Model], page: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@pytest.fixture
def root() -> Client:
    browser = Client()
    browser.force_login(
        a_user(is_staff=True, is_superuser=True),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    return browser


@pytest.fixture
def club() -> Club:
    """A club where everything has happened that a page could show."""
    club = a_club("Club Limmat")
    a_token(club)
    a_drawn_stage(club, 4)
    create_season(
        club_id=club.pk,
        name="Winter",
        first_day=date(2026, 1, 1),
        last_day=date(2026, 12, 31),
        rules=SeasonRules(),
        actor=SYSTEM,
    )
    a_session(club)
    begin_night(
        club_id=club.pk,
        players=[Somebody(name=name) for name in ("Ann", "Bob", "Cleo")],
        rules=ChouetteRules(),
        actor=SYSTEM,
    )
    report_result(match_id=Match.objects.order_by("pk")[0].pk, score=(7, 3), actor=SYSTEM)
    run_pending()
    enqueue("matches.rate_match", 4711)
    said = {"username": "x", "ip_address": "192.0.2.1", "user_agent": "x", "path_info": "/"}
    AccessAttempt.objects.create(**said, failures_since_start=10)
    AccessLog.objects.create(**said)
    AccessFailureLog.objects.create(**said)
    every, _ = IntervalSchedule.objects.get_or_create(every=5, period="seconds")
    PeriodicTask.objects.create(name="sweep", task="outbox.sweep", interval=every)
    return club


def contents() -> dict[str, list[dict[str, Any]]]:
    """All rows of all that the admin shows."""
    return {
        label(model): [model_to_dict(row) for row in model._default_manager.order_by("pk")]
        for model in sorted(READ_ONLY | BY_SERVICES | MAY_BE_DELETED, key=label)
    }


def test_every_page_that_is_registered_is_one_we_have_thought_of() -> None:
    assert set(admin.site._registry) == READ_ONLY | BY_SERVICES | MAY_BE_DELETED


@pytest.mark.parametrize("model", sorted(admin.site._registry, key=label), ids=label)
def test_it_can_be_looked_at(root: Client, club: Club, model: type[Model]) -> None:
    row = model._default_manager.order_by("pk").first()
    assert row is not None
    assert root.get(address(model, "changelist")).status_code == 200
    assert root.get(address(model, "change", row.pk)).status_code == 200


@pytest.mark.parametrize("model", sorted(READ_ONLY, key=label), ids=label)
def test_what_is_read_only_can_be_neither_made_nor_changed_nor_deleted(
    root: Client, club: Club, model: type[Model]
) -> None:
    row = model._default_manager.order_by("pk").first()
    assert row is not None
    before = contents()
    said = {name: str(value) for name, value in model_to_dict(row).items() if value is not None}
    assert root.post(address(model, "add"), said).status_code == 403
    for name in said:
        changed = root.post(address(model, "change", row.pk), said | {name: "1"})
        assert changed.status_code == 403
    assert root.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    _delete_selected(root, model, row)
    assert contents() == before


@pytest.mark.parametrize("model", sorted(BY_SERVICES, key=label), ids=label)
def test_people_and_clubs_are_not_deleted_with_all_that_points_to_them(
    root: Client, club: Club, model: type[Model]
) -> None:
    row = model._default_manager.order_by("pk").first()
    assert row is not None
    before = contents()
    assert root.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    _delete_selected(root, model, row)
    assert contents() == before


def _delete_selected(root: Client, model: type[Model], row: Model) -> None:
    root.post(
        address(model, "changelist"),
        {"action": "delete_selected", "_selected_action": str(row.pk), "post": "yes"},
    )


def test_whoever_is_locked_out_is_let_in_again(root: Client, club: Club) -> None:
    row = AccessAttempt.objects.get()
    assert root.post(address(AccessAttempt, "delete", row.pk), {"post": "yes"}).status_code == 302
    assert not AccessAttempt.objects.exists()


def test_the_seeds_of_draws_are_shown_on_no_page(root: Client, club: Club) -> None:
    stage = Stage.objects.get()
    for page in (
        address(Stage, "change", stage.pk),
        address(Tournament, "change", stage.tournament_id),
    ):
        text = root.get(page).content.decode()
        assert stage.name in text
        assert stage.next_seed not in text


def test_a_name_that_is_changed_changes_where_it_is_published(root: Client, club: Club) -> None:
    player = Player.objects.order_by("pk")[0]
    said = {
        "full_name": "  Anna   Meier ",
        "name_shown": "full",
        "country": "ch",
        "email": "",
        "federation_id": "",
        "user": "",
    }
    assert root.post(address(Player, "change", player.pk), said).status_code == 302
    player.refresh_from_db()
    assert (player.name, player.country) == ("Anna Meier", "CH")
    run_pending()
    assert "Anna Meier" in StageSnapshot.objects.get().bracket


def test_a_player_stays_with_the_club_whose_matches_they_played(root: Client, club: Club) -> None:
    player, other = Player.objects.order_by("pk")[0], a_club()
    said = {
        "full_name": "Moved",
        "name_shown": "full",
        "club": str(other.pk),
        "country": "",
        "email": "",
        "user": "",
    }
    root.post(address(Player, "change", player.pk), said)
    player.refresh_from_db()
    assert (player.name, player.club) == ("Moved", club)


def test_who_gave_up_a_name_does_not_get_one(root: Client, club: Club) -> None:
    player = anonymise_player(player_id=a_player(club).pk, actor=SYSTEM)
    answer = root.post(address(Player, "change", player.pk), {"full_name": "Back again"})
    assert answer.status_code == 403
    player.refresh_from_db()
    assert player.name == f"#{player.pk}"


def test_a_player_is_made_by_the_service(root: Client, club: Club) -> None:
    user = a_user()
    said = {
        "full_name": " Bea  Rossi ",
        "name_shown": "full",
        "club": str(club.pk),
        "country": "it",
        "email": "",
        "federation_id": "",
        "user": str(user.pk),
    }
    assert root.post(address(Player, "add"), said).status_code == 302
    made = Player.objects.get(user=user)
    assert (made.name, made.country, made.club) == ("Bea Rossi", "IT", club)


NO_ROLES = {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0"}


def test_a_club_is_founded_and_changed_by_the_service(root: Client) -> None:
    said = {"slug": "aare", "name": " Club  Aare", "country": "ch", "timezone": "Europe/Zurich"}
    root.post(address(Club, "add"), said | {"language": "de"} | NO_ROLES)
    club = Club.objects.get(slug="aare")
    assert (club.name, club.country, club.language) == ("Club Aare", "CH", "de")
    changed = said | {"slug": "moved", "language": "fr", "rate_casual_matches": "on"} | NO_ROLES
    root.post(address(Club, "change", club.pk), changed)
    club.refresh_from_db()
    assert (club.slug, club.language, club.rate_casual_matches) == ("aare", "fr", True)


def test_what_the_service_refuses_is_refused_here(root: Client) -> None:
    said = {"slug": "aare", "name": "Aare", "timezone": "Europe/Nowhere", "language": "de"}
    answer = root.post(address(Club, "add"), said | NO_ROLES)
    assert answer.status_code == 400
    assert "Europe/Nowhere" in answer.content.decode()
    assert not Club.objects.exists()


def test_roles_are_given_changed_and_taken(root: Client) -> None:
    club = a_club()
    first, second = a_user(club, Role.DIRECTOR), a_user(club, Role.READER)
    third = a_user()
    rows = {row.user_id: row.pk for row in Membership.objects.filter(club=club)}
    said = {
        "name": club.name,
        "timezone": club.timezone,
        "language": club.language,
        "country": "",
        "memberships-TOTAL_FORMS": "3",
        "memberships-INITIAL_FORMS": "2",
        "memberships-0-id": str(rows[first.pk]),
        "memberships-0-club": str(club.pk),
        "memberships-0-user": str(first.pk),
        "memberships-0-role": "scorer",
        "memberships-1-id": str(rows[second.pk]),
        "memberships-1-club": str(club.pk),
        "memberships-1-user": str(second.pk),
        "memberships-1-role": "reader",
        "memberships-1-DELETE": "on",
        "memberships-2-club": str(club.pk),
        "memberships-2-user": str(third.pk),
        "memberships-2-role": "director",
    }
    assert root.post(address(Club, "change", club.pk), said).status_code == 302
    roles = dict(Membership.objects.filter(club=club).values_list("user_id", "role"))
    assert roles == {first.pk: "scorer", third.pk: "director"}


def test_tokens_are_revoked(root: Client, club: Club) -> None:
    token = ApiToken.objects.get()
    said = {"action": "revoke", "_selected_action": str(token.pk)}
    root.post(address(ApiToken, "changelist"), said)
    token.refresh_from_db()
    assert token.revoked_at is not None
    assert token.digest not in root.get(address(ApiToken, "change", token.pk)).content.decode()


def test_a_job_that_waits_is_tried_at_once_and_stays_until_it_is_done(
    root: Client, club: Club
) -> None:
    later = timezone.now() + timedelta(hours=1)
    Message.objects.update(due_at=later)
    message = Message.objects.get()
    said = {"action": "try_now", "_selected_action": str(message.pk)}
    answer = root.post(address(Message, "changelist"), said, follow=True)
    assert "1 to be tried now." in answer.content.decode()
    message.refresh_from_db()
    assert message.due_at < later


def test_the_front_page_says_which_version_it_is(root: Client) -> None:
    assert described() in root.get("/admin/").content.decode()
