"""``Authorization: Bearer <token>``."""

from __future__ import annotations

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from api.rate_limits import note_failed_sign_in
from players.models import ApiToken, User
from players.selectors import live_token


def secret_of(request: Request, keyword: str) -> str | None:
    """What follows ``keyword`` in the request's ``Authorization``, if that is how it begins."""
    scheme, _, secret = get_authorization_header(request).decode("latin-1").partition(" ")
    return secret.strip() if scheme.lower() == keyword.lower() else None


class BearerAuthentication(BaseAuthentication):
    """A program signs in with its token."""

    keyword = "Bearer"

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The token's owner and the token, or nothing if there is no bearer token."""
        secret = secret_of(request, self.keyword)
        if secret is None:
            return None
        token = live_token(secret)
        if token is None:
            note_failed_sign_in(request)
            raise AuthenticationFailed("This token is not known, has expired or was revoked.")
        return token.user, token

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
