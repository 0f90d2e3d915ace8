"""Two tables."""

from __future__ import annotations

from django.db import models


class Row(models.Model):
    """What is locked."""

    def __str__(self) -> str:
        return f"row {self.pk}"


class Line(models.Model):
    """What is inserted."""

    row = models.ForeignKey(Row, on_delete=models.CASCADE)
    number = models.PositiveIntegerField()
    winner = models.CharField(max_length=1)

    def __str__(self) -> str:
        return f"line {self.number}"
