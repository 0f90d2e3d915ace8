"""Bodies of a kind share their fields, and nothing of what was sent."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework import serializers

from api.serializers import StrictSerializer

pytestmark = pytest.mark.integration


class Address(StrictSerializer):
    street = serializers.CharField()


class Order(StrictSerializer):
    number = serializers.IntegerField(min_value=1)
    address = Address(required=False)
    lines = serializers.ListField(child=serializers.CharField(max_length=3), required=False)


class RushOrder(Order):
    hours = serializers.IntegerField()


def errors_of(sent: dict[str, Any]) -> list[str]:
    body = Order(data=sent)
    return [] if body.is_valid() else sorted(body.errors)


def test_one_body_leaves_nothing_to_the_next() -> None:
    wrong = {"number": 0, "address": {"street": ""}, "lines": ["much too long"]}
    right = {"number": 7, "address": {"street": "Long Lane"}, "lines": ["abc"]}
    assert errors_of(wrong) == ["address", "lines", "number"]
    assert errors_of(right) == []
    assert errors_of(wrong) == ["address", "lines", "number"]
    assert errors_of({}) == ["number"]


def test_two_bodies_at_once_are_two() -> None:
    one, other = Order(data={"number": 1}), Order(data={"number": 2})
    assert one.is_valid()
    assert other.is_valid()
    assert (one.validated_data, other.validated_data) == ({"number": 1}, {"number": 2})


def test_fields_are_those_of_the_kind() -> None:
    assert Order(data={}).fields is Order(data={}).fields
    assert list(RushOrder(data={}).fields) == ["number", "address", "lines", "hours"]


def test_a_change_of_something_has_fields_of_its_own() -> None:
    whole, change = Order(data={}), Order(data={}, partial=True)
    assert change.is_valid()
    assert not whole.is_valid()
    assert change.fields is not whole.fields
    assert change.fields["number"].root is change
    shown = Order(data={}, context={"actor": "a director"})
    assert shown.fields["number"].context == {"actor": "a director"}
