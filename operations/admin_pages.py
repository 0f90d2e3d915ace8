"""Pages of the admin that show rows and change none."""

from __future__ import annotations

from django.http import HttpRequest


class ReadOnly:
    """What changes only through the services: a row edited by hand would contradict others."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """Nobody."""
        return False
