"""The bare views, and everything of Barpoint.

They stand where programs ask, so that both take the same way through the middleware.
"""

from __future__ import annotations

from django.db import transaction
from django.http import HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.urls import include, path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from benchmarks.bare.models import Line, Row, Text


class LineSerializer(serializers.Serializer[object]):
    number = serializers.IntegerField()
    winner = serializers.CharField()


class BareAPIView(APIView):
    """No sign-in, no limits, no rules."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()


class BareView(BareAPIView):
    def post(self, request: Request, pk: int) -> Response:
        form = LineSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        with transaction.atomic():
            row = Row.objects.select_for_update().get(pk=pk)
            line = Line.objects.create(row=row, **form.validated_data)
        return Response({"id": line.pk, **form.data})


class BareTextView(BareAPIView):
    """A text out of the database; a 304 reads its version alone."""

    def get(self, request: Request, pk: int) -> HttpResponseBase:
        held = request.headers.get("If-None-Match")
        if held is not None:
            version = Text.objects.values_list("version", flat=True).get(pk=pk)
            if held == f'"{version}"':
                return HttpResponseNotModified(headers={"ETag": held})
        text = Text.objects.get(pk=pk)
        return HttpResponse(
            text.content,
            content_type="application/json",
            headers={"ETag": f'"{text.version}"'},
        )


urlpatterns = [
    path("api/v1/bare/<int:pk>/", BareView.as_view()),
    path("api/v1/bare/<int:pk>/text/", BareTextView.as_view()),
    path("", include("config.urls")),
]
