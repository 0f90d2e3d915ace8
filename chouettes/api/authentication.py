"""``Authorization: Table <secret>``, with the secret of a night's link."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension

from chouettes.selectors import night_access_of
from players.actors import NightAccess
from players.api.authentication import SecretAuthentication


class NightUser(AnonymousUser):
    """Somebody without a name who sits at a chouette."""

    @property
    def is_authenticated(self) -> bool:  # type: ignore[override]
        """The link is the sign-in."""
        return True


class NightAuthentication(SecretAuthentication):
    """A phone signs in with the night's link."""

    keyword = "Table"
    refusal = "This table link is unknown or has been replaced."

    def holder(self, secret: str) -> tuple[NightUser, NightAccess] | None:
        """The place at the table."""
        access = night_access_of(secret)
        return (NightUser(), access) if access else None


class NightScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema speaks of it."""

    target_class = "chouettes.api.authentication.NightAuthentication"
    name = "chouette_table"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:  # noqa: ARG002
        """As for the table of a match."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Table <secret>`, the secret of a chouette night's link.",
        }
