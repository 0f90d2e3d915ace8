"""``Authorization: Bearer <token>``."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from api.rate_limits import note_failed_sign_in
from players.models import ApiToken, User
from players.selectors import live_token


class SecretAuthentication(BaseAuthentication):
    """Whoever knows a secret signs in with it, after a keyword in ``Authorization``."""

    keyword: str
    refusal: str
    """Why a secret does not open anything."""

    def holder(self, secret: str) -> tuple[Any, Any] | None:
        """Whom the secret belongs to, and what it opens; nothing if it is not valid."""
        raise NotImplementedError

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The holder of the secret, or nothing if none was sent under this keyword."""
        scheme, _, secret = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != self.keyword.lower():
            return None
        holder = self.holder(secret.strip())
        if holder is None:
            note_failed_sign_in(request)
            raise AuthenticationFailed(self.refusal)
        return holder


class BearerAuthentication(SecretAuthentication):
    """A program signs in with its token."""

    keyword = "Bearer"
    refusal = "This token is unknown, expired or revoked."

    def holder(self, secret: str) -> tuple[User, ApiToken] | None:
        """The token's owner and the token."""
        token = live_token(secret)
        return (token.user, token) if token else None

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        """What a 401 asks for."""
        return self.keyword


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema speaks of it."""

    target_class = "players.api.authentication.BearerAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:  # noqa: ARG002
        """A plain HTTP bearer token."""
        return {"type": "http", "scheme": "bearer"}
