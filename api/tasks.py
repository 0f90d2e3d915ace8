"""Tidying up."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from api.idempotency import KEPT_FOR
from api.models import StoredResponse


@shared_task(name="api.forget_stored_responses", acks_late=False)
def forget_stored_responses() -> None:
    """Drop answers whose keys have run out."""
    StoredResponse.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()
