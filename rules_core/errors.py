"""The one family of errors a caller can mend: something asked for is against the rules."""

from __future__ import annotations

from typing import Any, ClassVar


class RulesError(ValueError):
    """A refusal by the rules of the game or of the event.

    ``code`` is stable and is what programs and translations go by; the message is one English
    sentence for people; ``facts`` are the values that a translation puts into its own sentence.
    """

    code: ClassVar[str] = "against_the_rules"

    def __init__(self, message: str, **facts: Any) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts


class Conflict(RulesError):
    """Allowed by the rules, but it clashes with what is already recorded."""

    code = "conflict"


class NotAllowed(RulesError):
    """Somebody else may do this, but not whoever asks."""

    code = "permission_denied"
