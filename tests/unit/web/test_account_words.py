"""What allauth says is said in our words: in its forms, on its pages and in its mails."""

from __future__ import annotations

from pathlib import Path

import allauth
import polib
import pytest
from django.utils.translation import gettext, override

from deploy.words import ENGLISH, catalogue
from web.account_words import SENTENCES

pytestmark = pytest.mark.unit


def test_every_sentence_is_one_that_allauth_says() -> None:
    # When a new version says it otherwise, it has to be named here otherwise too.
    theirs = Path(allauth.__file__).parent / "locale" / "de" / "LC_MESSAGES" / "django.po"
    assert set(SENTENCES) - {entry.msgid for entry in polib.pofile(str(theirs))} == set()


def test_english_has_other_words_for_nothing_else() -> None:
    ours = {entry.msgid for entry in polib.pofile(str(catalogue(ENGLISH))) if entry.msgstr}
    assert ours - set(SENTENCES) == set()


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Sign in"), ("de", "Einloggen"), ("fr", "Se connecter"), ("it", "Accedi")],
)
def test_our_words_come_before_theirs(language: str, said: str) -> None:
    with override(language):
        assert gettext("Sign In") == said
