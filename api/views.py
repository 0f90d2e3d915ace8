"""What answers where nothing is."""

from __future__ import annotations

from django.http import Http404
from rest_framework.permissions import AllowAny
from rest_framework.views import APIView


class NothingHere(APIView):
    """A path that the contract does not have, refused in the contract's own words."""

    schema = None
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = ()

    def initial(self, *_: object, **__: object) -> None:
        """Whatever the method."""
        raise Http404
