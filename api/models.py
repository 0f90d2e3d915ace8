"""Answers already given, so that a request that comes twice is answered once."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class StoredResponse(models.Model):
    """The answer to a request with an ``Idempotency-Key``."""

    owner = models.CharField(max_length=40, help_text="Who used the key: a token or an account.")
    key = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64, help_text="Hash of what was asked.")
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(default="")
    headers: models.JSONField[dict[str, str], dict[str, str]] = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("owner", "key"), name="one_answer_a_key"),)

    def __str__(self) -> str:
        return f"{self.owner} {self.key}"
