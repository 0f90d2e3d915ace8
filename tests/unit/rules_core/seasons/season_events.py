"""Events and rules of seasons for tests, made up."""

from __future__ import annotations

from hypothesis import strategies as st

from rules_core.seasons.points import EventLine, SeasonEvent
from rules_core.seasons.rules import Formula, SeasonRules, SeasonTieBreak


@st.composite
def events(draw: st.DrawFn, key: int = 1) -> SeasonEvent:
    """An event of some of ten players: some places shared, somebody perhaps disqualified."""
    players = draw(st.lists(st.integers(1, 10), unique=True, max_size=8))
    lines: list[EventLine] = []
    while len(lines) < len(players):
        group = draw(st.integers(1, len(players) - len(lines)))
        first, last = len(lines) + 1, len(lines) + group
        lines += [
            EventLine(
                player=players[place - 1],
                first=first,
                last=last,
                wins=draw(st.integers(0, 6)),
                losses=draw(st.integers(0, 3)),
                margin=draw(st.integers(0, 30)),
                champion=last == 1,
                disqualified=draw(st.integers(1, 10)) == 1,
            )
            for place in range(first, last + 1)
        ]
    return SeasonEvent(key, tuple(lines))


@st.composite
def series(draw: st.DrawFn) -> list[SeasonEvent]:
    return [draw(events(key)) for key in range(1, draw(st.integers(0, 6)) + 1)]


@st.composite
def rules(draw: st.DrawFn) -> SeasonRules:
    places = draw(st.lists(st.integers(0, 30), min_size=1, max_size=6))
    return SeasonRules(
        formula=draw(st.sampled_from(Formula)),
        places=tuple(sorted(places, reverse=True)),
        per_win=draw(st.integers(0, 100)),
        taking_part=draw(st.integers(0, 3)),
        best=draw(st.none() | st.integers(1, 5)),
        champion_first=draw(st.booleans()),
        tie_breaks=tuple(draw(st.lists(st.sampled_from(SeasonTieBreak), unique=True))),
    )
