"""Rating pools as they are sent and asked for."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers import StrictSerializer
from matches.models import RatingPool
from matches.pool_models import RAMPS, Largest, RatingSystem
from matches.services.rating_pools import LONGEST_NAME
from players.api.serializers import ImportReportSerializer
from players.models import Club


class RecomputingSerializer(serializers.Serializer[RatingPool]):
    """How far a pool is that is computed again; until it is done its ratings are those of before."""

    done = serializers.IntegerField(source="rated_again", help_text="Matches.")
    total = serializers.IntegerField(source="to_rate_again")
    percent = serializers.IntegerField()


class PoolSerializer(serializers.ModelSerializer[RatingPool]):
    """A pool: whose matches count for it, and how."""

    name = serializers.CharField(source="__str__")
    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True, allow_null=True)
    recomputing = serializers.SerializerMethodField()

    class Meta:
        model = RatingPool
        fields = (
            *("key", "name", "system", "club", "by_default", "ramp", "shortest"),
            *("provisional_below", "provisional_above", "inactive_months", "recomputing"),
        )

    @extend_schema_field(RecomputingSerializer(allow_null=True))
    def get_recomputing(self, pool: RatingPool) -> dict[str, int] | None:
        """Nothing where its ratings are those of today."""
        if not pool.is_being_recomputed:
            return None
        return dict(RecomputingSerializer(pool).data)


class _Settings(StrictSerializer):
    """What a pool is rated by; what is not said is as usual, or stays."""

    system = serializers.ChoiceField(choices=RatingSystem.choices, required=False)
    by_default = serializers.BooleanField(
        required=False, help_text="Whether events that say nothing count for it."
    )
    ramp = serializers.ChoiceField(choices=RAMPS, required=False)
    shortest = serializers.IntegerField(
        min_value=1, max_value=Largest.POINTS, required=False, help_text="Length in points."
    )
    provisional_below = serializers.IntegerField(
        min_value=0, max_value=Largest.EXPERIENCE, required=False, help_text="FIBS: experience."
    )
    provisional_above = serializers.IntegerField(
        min_value=0,
        max_value=Largest.DEVIATION,
        required=False,
        help_text="Glicko-2: the deviation.",
    )
    inactive_months = serializers.IntegerField(
        min_value=1, max_value=Largest.MONTHS, required=False, allow_null=True
    )


class PoolBody(_Settings):
    """A pool to be set up."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    club = serializers.SlugRelatedField(
        slug_field="slug",
        queryset=Club.objects.all(),
        required=False,
        allow_null=True,
        help_text="Whose matches count; none: those of all clubs.",
    )


class PoolChangesBody(_Settings):
    """What can be changed of a pool; its key and its club cannot."""

    name = serializers.CharField(max_length=LONGEST_NAME, required=False)


class StartValuesForm(StrictSerializer):
    """Where players start, as a file."""

    file = serializers.FileField(
        help_text="CSV or XLSX with the heads Name or Federation number, Rating, and if you like Experience, Deviation."
    )


class StartValuesSerializer(ImportReportSerializer):
    """What the rows of a file of start values do, or would do."""
