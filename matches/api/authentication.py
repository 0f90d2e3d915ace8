"""``Authorization: Table <secret>``: whoever sits at the board."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from api.rate_limits import note_failed_sign_in
from matches.selectors import table_access_of
from players.actors import TableAccess
from players.api.authentication import secret_of


class TableUser(AnonymousUser):
    """Somebody without a name who is known to sit at a certain table."""

    @property
    def is_authenticated(self) -> bool:  # type: ignore[override]
        """The link is the sign-in."""
        return True


class TableAuthentication(BaseAuthentication):
    """A phone signs in with the table's link."""

    keyword = "Table"

    def authenticate(self, request: Request) -> tuple[TableUser, TableAccess] | None:
        """The place at the board, or nothing if no table's link was sent."""
        secret = secret_of(request, self.keyword)
        if secret is None:
            return None
        access = table_access_of(secret)
        if access is None:
            note_failed_sign_in(request)
            raise AuthenticationFailed("This table link is not known or was replaced by another.")
        return TableUser(), access


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
