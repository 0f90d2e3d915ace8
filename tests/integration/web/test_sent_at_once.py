"""Two taps on one button, both requests at the same moment: one casual match, one session."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.models import Match
from money.models import MoneySession
from players.models import Club, Player
from tests.integration.matches.test_at_once import at_once
from tests.integration.web.conftest import SignedIn
from tests.integration.web.test_casual import USUAL

pytestmark = [
    pytest.mark.integration,
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

TIMES = 10


@pytest.mark.parametrize(("where", "made"), [("casual", Match), ("sessions", MoneySession)])
def test_a_form_that_comes_twice_at_once_makes_one(
    club: Club, signed_in: SignedIn, where: str, made: type[Match | MoneySession]
) -> None:
    first = signed_in(club)
    second = Client()
    second.cookies = first.cookies

    def tap(browser: Client, number: int) -> str:
        said = USUAL | {"a": f"Anna {number} Meier", "b": f"Bo {number} Birch", "a_is": "new"}
        said |= {"b_is": "new", "once": f"{number:032x}"}
        return browser.post(f"/clubs/{club.slug}/{where}/new/", said).headers["Location"]

    answers = at_once(lambda n: tap(first, n), lambda n: tap(second, n), times=TIMES)
    assert all(one == other for one, other in answers)
    assert made._default_manager.count() == TIMES
    assert Player.objects.count() == 2 * TIMES
