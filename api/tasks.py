"""Tidying up."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from api.idempotency import KEPT_FOR
from api.models import GivenAnswer


@shared_task(name="api.forget_given_answers", acks_late=False)
def forget_given_answers() -> None:
    """Drop answers whose keys have run out."""
    GivenAnswer.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()
