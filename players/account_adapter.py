"""How allauth does for us what it would do its own way."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.utils.translation import get_language

from outbox.mail_html import as_html


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Mails about accounts look like every other mail of the site."""

    def render_mail(self, *args: Any, **kwargs: Any) -> EmailMessage:
        """The text is ours (``templates/account/email/``); so is its HTML."""
        message: EmailMessage = super().render_mail(*args, **kwargs)
        if isinstance(message, EmailMultiAlternatives):
            html = as_html(
                subject=str(message.subject),
                text=str(message.body),
                language=get_language() or "",
            )
            message.alternatives = []
            message.attach_alternative(html, "text/html")
        return message
