"""``Authorization: Session <secret>``: whoever holds the score pad of one side of a session."""

from __future__ import annotations

from drf_spectacular.extensions import OpenApiAuthenticationExtension

from matches.api.authentication import TableUser
from money.selectors import session_access_of
from players.actors import SessionAccess
from players.api.authentication import SecretAuthentication


class SessionPadAuthentication(SecretAuthentication):
    """A phone signs in with the link of its score pad."""

    keyword = "Session"
    refusal = "This link is unknown."

    def holder(self, secret: str) -> tuple[TableUser, SessionAccess] | None:
        """The place at the board."""
        access = session_access_of(secret)
        return (TableUser(), access) if access else None


class SessionPadScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema speaks of it."""

    target_class = "money.api.authentication.SessionPadAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:  # noqa: ARG002
        """A scheme of our own, as a header."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Session <secret>`, the secret of a money session's score pad.",
        }
