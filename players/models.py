"""Clubs, the people who run them, and the people who play there."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, ClassVar, Self

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.db import models, transaction
from django.utils.crypto import salted_hmac
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from db import prefixes as prefixes  # makes ``begins_with`` known
from db.append_only import AppendOnly
from db.constraints import known_value
from web.names import LONGEST_KEY, initials, search_key, without_surname


class UserManager(BaseUserManager["User"]):
    """Makes accounts for those who run the machine: they vouch for the address.

    Whoever signs up on a page is made by allauth and confirms theirs.
    """

    @transaction.atomic
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """An account; without a password nobody can sign in to it."""
        user = self.model(email=email.lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        user.confirm_address()
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        """An account that may do everything in every club."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractUser):
    """Somebody who can sign in. Whom they play as is a :class:`Player`."""

    username = None  # type: ignore[assignment]
    email = models.EmailField(_("e-mail address"), unique=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects: ClassVar[UserManager] = UserManager()  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.get_full_name() or self.email

    @property
    def has_confirmed_address(self) -> bool:
        """Whether the address is theirs, as far as anybody can know."""
        own = EmailAddress.objects.filter(user=self, primary=True, verified=True)
        return bool(own.exists())

    @transaction.atomic
    def confirm_address(self) -> None:
        """Vouch for the address. It is the only one of the account from now on."""
        EmailAddress.objects.filter(user=self).exclude(email=self.email.lower()).delete()
        EmailAddress.objects.update_or_create(
            user=self, email=self.email.lower(), defaults={"primary": True, "verified": True}
        )


class Club(models.Model):
    """A club: it has players, holds events and keeps a rating list."""

    slug = models.SlugField(_("address"), unique=True)
    name = models.CharField(_("name"), max_length=120)
    country = models.CharField(_("country"), max_length=2, blank=True)
    timezone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(
        _("language"), max_length=2, choices=settings.LANGUAGES, default="en"
    )
    rate_casual_matches = models.BooleanField(
        _("casual matches count for ratings"),
        default=False,
        help_text=_("Matches outside events. Existing matches stay as they are."),
    )
    players_start_play = models.BooleanField(
        _("players start casual play themselves"),
        default=True,
        help_text=_("Off: only directors and scorers start matches outside events."),
    )
    listed_months = models.PositiveSmallIntegerField(
        default=0,
        help_text="Of the rating list. Whoever has not played for so many months is left out of it; 0: nobody.",
    )
    embedding_sites = models.TextField(
        _("sites that may show our pages"),
        blank=True,
        default="",
        max_length=1000,
        help_text="One origin a line, such as https://www.example.org; checked by the service.",
    )
    logo_digest = models.CharField(
        max_length=16, blank=True, default="", editable=False, help_text="Empty: there is none."
    )
    created_at = models.DateTimeField(default=now, editable=False)

    class Meta:
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name


class ClubLogo(models.Model):
    """A club's logo, as we drew it again from what was uploaded. In the database: backups have it."""

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, primary_key=True, related_name="logo"
    )
    png = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.club_id}"


class Role(models.TextChoices):
    """What somebody may do in a club, the most first."""

    DIRECTOR = "director", _("Director")
    SCORER = "scorer", _("Scorer")
    READER = "reader", _("Reader")


class MembershipQuerySet(models.QuerySet["Membership"]):
    """Roles, and those of them that count."""

    def in_force(self) -> Self:
        """Those of accounts whose address is confirmed: anybody can sign up with anybody's.

        Whoever brought an invitation, or founded the club, has the role as the account they are;
        whose address they signed up with makes no difference to it.
        """
        confirmed = EmailAddress.objects.filter(
            user=models.OuterRef("user"), primary=True, verified=True
        )
        return self.filter(models.Q(taken_up=True) | models.Exists(confirmed))


class Membership(models.Model):
    """The role an account has in a club."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role)
    taken_up = models.BooleanField(
        default=False,
        help_text="By the account itself: with an invitation, or by founding the club.",
    )

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "club"), name="one_role_in_a_club"),
            known_value("role", Role.values, name="known_role"),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class NameShown(models.TextChoices):
    """How much of a player's name everybody sees."""

    FULL = "full", _("full name")
    SURNAME_HIDDEN = "surname_hidden", _("surname hidden")
    INITIALS = "initials", _("initials only")


def shown_name(full_name: str, name_shown: str) -> str:
    """A name as everybody sees it. Every public name is made here."""
    if name_shown == NameShown.SURNAME_HIDDEN:
        return without_surname(full_name)
    return initials(full_name) if name_shown == NameShown.INITIALS else full_name


class PlayerQuerySet(models.QuerySet["Player"]):
    """Players, and those of them who can be found and entered."""

    def on_list(self) -> Self:
        """Without those who asked to be forgotten, and those who turned out to be somebody else."""
        return self.filter(anonymised_at=None, merged_into=None)


class Player(models.Model):
    """Somebody who plays at a club, with or without an account.

    ``name`` is what everybody sees, on every page, paper, file and screen; it follows from
    ``full_name``, which only the club's directors and the player see. So whatever shows a player's
    name without thinking about it shows the right one.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    user = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    full_name = models.CharField(_("full name"), max_length=120)
    name_shown = models.CharField(
        _("shown to everybody"), max_length=14, choices=NameShown, default=NameShown.FULL
    )
    name = models.CharField(_("name"), max_length=120, editable=False)
    name_key = models.CharField(max_length=LONGEST_KEY, editable=False)
    country = models.CharField(_("country"), max_length=2, blank=True)
    email = models.EmailField(_("e-mail address"), blank=True)
    federation_id = models.CharField(_("federation number"), max_length=40, blank=True)
    created_at = models.DateTimeField(default=now, editable=False)
    anonymised_at = models.DateTimeField(null=True, editable=False)
    merged_into = models.ForeignKey(
        "self", on_delete=models.RESTRICT, null=True, editable=False, related_name="merged"
    )

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ("name_key", "pk")
        indexes = (models.Index(fields=("club", "name_key"), name="player_by_name_key"),)
        constraints = (
            models.UniqueConstraint(
                fields=("club", "federation_id"),
                condition=~models.Q(federation_id=""),
                name="one_player_a_federation_number",
            ),
            models.CheckConstraint(
                condition=~models.Q(merged_into=models.F("pk")), name="merged_into_another"
            ),
            known_value("name_shown", NameShown.values, name="known_name_shown"),
        )

    def __str__(self) -> str:
        return self.name

    @transaction.atomic
    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep what follows from the full name in step with it."""
        self.derive_names()
        if kwargs.get("update_fields") is not None:
            derived = ("full_name", "name_shown", "name", "name_key")
            kwargs["update_fields"] = {*kwargs["update_fields"], *derived}
        super().save(*args, **kwargs)
        write_words([self])

    def derive_names(self) -> None:
        """The public name and its key. Whoever gives only a name gives the full one."""
        self.full_name = self.full_name or self.name
        self.name = shown_name(self.full_name, self.name_shown)
        self.name_key = search_key(self.name)


class PlayerWord(models.Model):
    """A word of a player's name, by which they are found: an index that both databases have."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="words")
    word = models.CharField(max_length=LONGEST_KEY, db_index=True)
    public = models.BooleanField(help_text="Whether it stands in the name that everybody sees.")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("player", "word", "public"), name="one_row_a_word_of_a_name"
            ),
        )

    def __str__(self) -> str:
        return self.word


def write_words(players: Sequence[Player]) -> None:
    """Make the words of these players those of their names."""
    wanted = {
        (player.pk, word, public)
        for player in players
        for public, name in ((False, player.full_name), (True, player.name))
        for word in search_key(name).split()
    }
    present = {
        (row.player_id, row.word, row.public): row.pk
        for row in PlayerWord.objects.filter(player__in=players)
    }
    if gone := [pk for row, pk in present.items() if row not in wanted]:
        PlayerWord.objects.filter(pk__in=gone).delete()
    missing = sorted(wanted - present.keys())
    PlayerWord.objects.bulk_create(
        (PlayerWord(player_id=pk, word=word, public=public) for pk, word, public in missing),
        batch_size=1000,
    )


class PlayerMerge(models.Model):
    """Two players who turned out to be one person, and all that is needed to part them again."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    into = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=now)
    moved: models.JSONField[Any, Any] = models.JSONField(
        help_text="By column that refers to players: the keys of the rows that moved."
    )
    details: models.JSONField[Any, Any] = models.JSONField(
        help_text="By details of the player: what each of the two had before."
    )
    undone_at = models.DateTimeField(null=True)
    forgotten_at = models.DateTimeField(null=True, help_text="From then on it stands for good.")

    class Meta:
        ordering = ("-at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("player",),
                condition=models.Q(undone_at=None),
                name="merged_once_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} → {self.into_id}"


class PlayerClaim(models.Model):
    """Somebody with an account says that a player is they; a director answers."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="claims")
    at = models.DateTimeField(default=now)
    answered_at = models.DateTimeField(null=True)
    accepted = models.BooleanField(default=False)
    answered_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("player", "user"),
                condition=models.Q(answered_at=None),
                name="one_open_claim_a_player_and_account",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.player}"


class ApiToken(models.Model):
    """A program's key to one club. Only its hash is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="api_tokens")
    role = models.CharField(_("role"), max_length=10, choices=Role)
    label = models.CharField(_("used for"), max_length=80, blank=True)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(default=now, editable=False)
    expires_at = models.DateTimeField(_("valid until"), null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ("-created_at", "-pk")
        constraints = (known_value("role", Role.values, name="known_token_role"),)

    def __str__(self) -> str:
        return self.label or f"{self.get_role_display()} · {self.club}"

    @staticmethod
    def digest_of(secret: str) -> str:
        """What is kept of a secret. It has 256 random bits, so a plain hash is enough."""
        return sha256(secret.encode()).hexdigest()

    @property
    def is_live(self) -> bool:
        """Whether it still opens anything."""
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > now())


class Invitation(models.Model):
    """A link that gives a role in a club to whoever uses it first.

    The secret is not kept: it follows from ``nonce`` and the installation's own key, so that it can
    be shown again; what a request brings is looked up by its hash.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=10, choices=Role)
    name = models.CharField(_("for whom"), max_length=120, blank=True)
    email = models.EmailField(_("e-mail address"), blank=True)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    nonce = models.CharField(max_length=32, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(default=now, editable=False)
    expires_at = models.DateTimeField(_("valid until"))
    used_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ("-pk",)
        constraints = (known_value("role", Role.values, name="known_invitation_role"),)

    def __str__(self) -> str:
        return self.name or self.email or self.get_role_display()

    @property
    def secret(self) -> str:
        """What stands in the link."""
        return salted_hmac("players.Invitation", self.nonce, algorithm="sha256").hexdigest()[:40]

    @staticmethod
    def digest_of(secret: str) -> str:
        """What is kept of a secret."""
        return sha256(secret.encode()).hexdigest()

    @property
    def is_live(self) -> bool:
        """Whether it still gives a role."""
        return self.used_at is None and self.revoked_at is None and self.expires_at > now()


class StaffChange(models.TextChoices):
    """What happens to those who run a club."""

    FOUNDED = "founded", _("founded the club")
    INVITED = "invited", _("invited")
    REVOKED = "revoked", _("took the invitation back")
    JOINED = "joined", _("took the invitation up")
    GIVEN = "given", _("was given a role")
    CHANGED = "changed", _("role changed")
    REMOVED = "removed", _("role removed")


class StaffEvent(models.Model):
    """A line in the list of who gave whom which role, and when. Only who it was can be forgotten."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="staff_events")
    at = models.DateTimeField(default=now, editable=False)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    change = models.CharField(max_length=10, choices=StaffChange)
    whom = models.CharField(max_length=254, blank=True)
    role = models.CharField(max_length=10, choices=Role, blank=True)

    class Meta:
        ordering = ("-at", "-pk")
        indexes = (models.Index(fields=("club", "-at"), name="staff_events_of_a_club"),)
        constraints = (
            known_value("change", StaffChange.values, name="known_staff_change"),
            AppendOnly(may_be_cleared=("by", "whom"), name="staff_history_is_append_only"),
        )

    def __str__(self) -> str:
        return f"{self.whom} {self.change}"
