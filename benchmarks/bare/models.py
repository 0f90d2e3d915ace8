"""Three tables."""

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


class Text(models.Model):
    """What is read: as many bytes as whoever measures wants."""

    version = models.PositiveIntegerField(default=1)
    content = models.TextField()

    def __str__(self) -> str:
        return f"text {self.pk}"
