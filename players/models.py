"""Clubs, the people who run them, and the people who play there."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, ClassVar, Self

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from db.constraints import known_value


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
    created_at = models.DateTimeField(default=now, editable=False)

    class Meta:
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What somebody may do in a club, the most first."""

    DIRECTOR = "director", _("Director")
    SCORER = "scorer", _("Scorer")
    READER = "reader", _("Reader")


class MembershipQuerySet(models.QuerySet["Membership"]):
    """Roles, and those of them that count."""

    def in_force(self) -> Self:
        """Those of accounts whose address is confirmed: anybody can sign up with anybody's."""
        return self.filter(user__emailaddress__primary=True, user__emailaddress__verified=True)


class Membership(models.Model):
    """The role an account has in a club."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "club"), name="one_role_in_a_club"),
            known_value("role", Role.values, name="known_role"),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class Player(models.Model):
    """Somebody who plays at a club, with or without an account."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    user = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    name = models.CharField(_("name"), max_length=120)
    country = models.CharField(_("country"), max_length=2, blank=True)
    email = models.EmailField(_("e-mail address"), blank=True)
    federation_id = models.CharField(_("federation number"), max_length=40, blank=True)
    created_at = models.DateTimeField(default=now, editable=False)
    anonymised_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = (Lower("name"), "pk")
        indexes = (models.Index("club", Lower("name"), name="player_by_name"),)
        constraints = (
            models.UniqueConstraint(
                fields=("club", "federation_id"),
                condition=~models.Q(federation_id=""),
                name="one_player_a_federation_number",
            ),
        )

    def __str__(self) -> str:
        return self.name


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
