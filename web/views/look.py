"""Every component once, in each of its states: the page that docs/look.md speaks of."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from web.charts import rating_chart, sparkline

LONG = "Maximilian-Alexander von Hohenstaufen-Rosenberg"
"""The longest name that a component has to carry."""


@require_safe
def look(request: HttpRequest) -> HttpResponse:
    """Made of examples, not of anybody's data."""
    context = {
        "pairings": _pairings(),
        "live": {**_match("Giulia Conti", "Élodie Martin", (5, 4)), "is_live": True},
        "finished": {**_match(LONG, "Chiara Ferrari", (3, 7)), "winner": "b"},
        "bug": {
            **_match(LONG, "Chiara Ferrari", (3, 6)),
            "match": 1,
            "chances": {"now": 0.09},
            "note": "Final",
            "status": "playing",
        },
        "player": {"name": LONG, "pk": 1},
        "record": [True, False, True, True],
        "beads": "ddlloo",
        "taken": range(15),
        "left": range(9),
        "steps": [
            {
                "player": 1,
                "name": "Sophie Favre",
                "note": "5 of 5",
                "checkers": (66, 53.6, 41.2, 28.8),
            },
            {"player": 2, "name": LONG, "note": "4 of 5", "checkers": (66, 53.6, 41.2)},
            {"player": 3, "name": "Nora Frei", "note": "3 of 5", "checkers": (66, 53.6)},
        ],
        "versus": {"name": "Sophie Favre", "won": 3, "lost": 7, "played": 10},
        "chart": rating_chart(
            [(date(2026, 1 + at, 1), value) for at, value in enumerate((1500, 1540, 1578, 1567))]
        ),
        "sentence": "Rating from 1500 to 1567, best 1578",
        "line": sparkline((1500, 1520, 1510, 1540, 1560, 1550, 1567)),
    }
    return render(request, "look/page.html", context)


def _match(a: str, b: str, score: tuple[int, int]) -> dict[str, Any]:
    return {
        "table": 3,
        "a": {"name": a, "player": 1},
        "b": {"name": b, "player": 2},
        "score": score,
        "meta": "to 7 · 38 min",
        "text": "to 7 · 52 min",
    }


def _pairings() -> list[dict[str, Any]]:
    """A bracket box in each state."""
    scores = {
        **dict.fromkeys(("playing", "disputed", "finished", "reported"), (7, 5)),
        **dict.fromkeys(("waiting", "ready", "called", "walkover", "bye", "void")),
    }
    won = ("finished", "walkover")
    return [
        {
            "id": number,
            "status": status,
            "a": {"player": 1, "name": LONG if status == "playing" else "Sophie Favre", "seed": 1},
            "b": _other_side(status),
            "score": score,
            "winner": "a" if status in won else None,
            "match": None if status in ("waiting", "bye") else number,
            "table": 7 if status in ("called", "playing", "disputed") else None,
        }
        for number, (status, score) in enumerate(scores.items(), start=1)
    ]


def _other_side(status: str) -> dict[str, Any]:
    if status == "waiting":
        return {"player": None, "name": None, "seed": None, "expected": "Conti or Martin"}
    if status == "bye":
        return {"player": None, "name": None, "seed": None, "from": "bye"}
    return {"player": 2, "name": "Urs Huber", "seed": 9}
