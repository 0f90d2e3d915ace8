"""``Authorization: Table <secret>``: whoever sits at the board."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension

from matches.selectors import table_access_of
from players.actors import TableAccess
from players.api.authentication import SecretAuthentication


class TableUser(AnonymousUser):
    """Somebody without a name who is known to sit at a certain table."""

    @property
    def is_authenticated(self) -> bool:  # type: ignore[override]
        """The link is the sign-in."""
        return True


class TableAuthentication(SecretAuthentication):
    """A phone signs in with the table's link."""

    keyword = "Table"
    refusal = "This table link is unknown or has been replaced."

    def holder(self, secret: str) -> tuple[TableUser, TableAccess] | None:
        """The place at the board."""
        access = table_access_of(secret)
        return (TableUser(), access) if access else None


class TableScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema speaks of it."""

    target_class = "matches.api.authentication.TableAuthentication"
    name = "table"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:  # noqa: ARG002
        """A scheme of our own, as a header."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Table <secret>`, the secret of a table's link.",
        }
