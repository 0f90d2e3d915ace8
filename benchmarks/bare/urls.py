"""The bare view, and everything of Barpoint."""

from __future__ import annotations

from django.db import transaction
from django.urls import include, path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from benchmarks.bare.models import Line, Row


class LineSerializer(serializers.Serializer[object]):
    number = serializers.IntegerField()
    winner = serializers.CharField()


class BareView(APIView):
    """No sign-in, no limits, no rules."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()

    def post(self, request: Request, pk: int) -> Response:
        form = LineSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        with transaction.atomic():
            row = Row.objects.select_for_update().get(pk=pk)
            line = Line.objects.create(row=row, **form.validated_data)
        return Response({"id": line.pk, **form.data})


urlpatterns = [path("bare/<int:pk>/", BareView.as_view()), path("", include("config.urls"))]
