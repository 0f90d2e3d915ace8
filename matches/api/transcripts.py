"""Match files on the wire."""

from __future__ import annotations

import json
from typing import IO, Any

from django.http import Http404, HttpResponse, QueryDict
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.etags import expected_version, versioned
from api.serializers import StrictSerializer
from matches.api.serializers import RecordedMatchSerializer, ScoreField, match_json
from matches.api.viewsets import MatchActions
from matches.models import SIDES
from matches.selectors import transcript_of
from matches.services.transcripts import ComparedTranscript, add_transcript
from rules_core.sides import Side
from rules_core.transcripts import MAX_BYTES
from tournaments.selectors import stage_version_of, visible_matches


class MatchFileParser(BaseParser):
    """The file itself as the body."""

    media_type = "text/plain"

    def parse(  # type: ignore[override]  # it has no fields
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Any = None,  # noqa: ARG002
    ) -> bytes:
        """As it came."""
        content: bytes = stream.read()
        return content


class MatchFileRenderer(BaseRenderer):
    """For those who ask for text; a refusal is JSON in any case."""

    media_type = "text/plain"
    format = "mat"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,  # noqa: ARG002
        renderer_context: Any = None,  # noqa: ARG002
    ) -> bytes:
        """The words of a refusal."""
        return json.dumps(data).encode()


class TranscriptOptions(StrictSerializer):
    """What is to be done with a match file."""

    take = serializers.BooleanField(
        default=False, help_text="Make its games the record. For directors."
    )
    cascade = serializers.BooleanField(
        default=False, help_text="Void what was built on the old result."
    )
    first = serializers.ChoiceField(
        choices=SIDES,
        required=False,
        help_text="The side of the file's first player; without it the names tell.",
    )
    name = serializers.CharField(
        max_length=200, required=False, help_text="Of a file that comes as text."
    )


class TranscriptForm(TranscriptOptions):
    """A match file in a form."""

    file = serializers.FileField()


class GameDifferenceSerializer(serializers.Serializer[object]):
    """A game that differs; game 0 is the final score of a record without games."""

    game = serializers.IntegerField()
    recorded = serializers.DictField(allow_null=True)
    file = serializers.DictField(allow_null=True)


class FileNoteSerializer(serializers.Serializer[object]):
    """Something the scores of a file let us conclude."""

    file = serializers.CharField()
    line = serializers.IntegerField()
    game = serializers.IntegerField(allow_null=True)
    code = serializers.CharField()
    message = serializers.CharField()


class ComparedTranscriptSerializer(serializers.Serializer[object]):
    """What came of a match file."""

    name = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField())
    first = serializers.ChoiceField(choices=SIDES)
    final = ScoreField(help_text="As the file has it, its first player first.")
    agrees = serializers.BooleanField()
    differences = GameDifferenceSerializer(many=True)
    notes = FileNoteSerializer(many=True)
    taken = serializers.BooleanField()
    match = RecordedMatchSerializer()


class TranscriptViewSet(MatchActions):
    """The file of a match."""

    versioned_actions = ("add_transcript",)

    largest_body = MAX_BYTES + 64 * 1024

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    @action(
        detail=True,
        parser_classes=[MultiPartParser, MatchFileParser],
        renderer_classes=[JSONRenderer, MatchFileRenderer],
    )
    def transcript(self, request: Request, pk: str) -> HttpResponse:  # noqa: ARG002
        """The latest file, as it was handed in."""
        match = visible_matches(self.actor).filter(pk=pk).first()
        found = transcript_of(match) if match else None
        if found is None:
            raise Http404
        answer = HttpResponse(bytes(found.content), content_type="text/plain")
        answer.headers["Content-Disposition"] = f'attachment; filename="match-{pk}.mat"'
        answer.headers["X-Content-Type-Options"] = "nosniff"
        return answer

    @extend_schema(
        parameters=[TranscriptOptions],
        request={"multipart/form-data": TranscriptForm, "text/plain": OpenApiTypes.STR},
        responses={201: ComparedTranscriptSerializer},
    )
    @transcript.mapping.post
    def add_transcript(self, request: Request, pk: str) -> Response:
        """Replay a file and compare it with the record, or make it the record; and keep it."""
        name, content = _sent(request)
        options = TranscriptOptions(data=_fields(request.data) | request.query_params.dict())
        options.is_valid(raise_exception=True)
        wanted = options.validated_data
        reading = add_transcript(
            match_id=int(pk),
            name=name,
            content=content,
            actor=self.actor,
            take=wanted["take"],
            cascade=wanted["cascade"],
            first=Side(wanted["first"]) if "first" in wanted else None,
            version=expected_version(request),
        )
        answer = Response(self._read(reading), status=status.HTTP_201_CREATED)
        return versioned(answer, reading.match.version)

    def _read(self, reading: ComparedTranscript) -> dict[str, Any]:
        return {
            "name": reading.transcript.name,
            "players": list(reading.replay.players),
            "first": reading.first.value,
            "final": list(reading.replay.score),
            "agrees": not reading.differences,
            "differences": [difference.to_json() for difference in reading.differences],
            "notes": [note.to_json() for note in reading.replay.notes],
            "taken": reading.transcript.taken,
            "match": match_json(reading.match, self.actor)
            | {"stage_version": stage_version_of(reading.match)},
        }


def _sent(request: Request) -> tuple[str, bytes]:
    """The file's name and bytes, from a form or as the body."""
    data: Any = request.data
    if isinstance(data, bytes):
        return request.query_params.get("name", ""), data
    form = TranscriptForm(data=data)
    form.is_valid(raise_exception=True)
    file = form.validated_data["file"]
    return file.name or "", file.read()


def _fields(data: Any) -> dict[str, Any]:
    """What a form says besides the file."""
    if not isinstance(data, QueryDict):
        return {}
    return {name: value for name, value in data.dict().items() if name != "file"}
