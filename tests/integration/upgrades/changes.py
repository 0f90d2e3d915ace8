"""What is meant to be another since a version was recorded.

Whatever is not listed here must be found after the migration exactly as it was before.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

Json = Any
Change = Callable[[str, str, Json], Json]
"""From who asks, an address and what was answered there to what is to be answered now."""


def as_it_was(_who: str, _address: str, body: Json) -> Json:
    """No change."""
    return body


@dataclass(frozen=True)
class Changes:
    """From a recorded version to this one."""

    tables: dict[str, str] = field(default_factory=dict)
    """Tables with another name, rows and all."""
    added: dict[str, int] = field(default_factory=dict)
    """How many rows a migration adds to a table."""
    migrated: Change = as_it_was
    """Answers right after the migration."""
    made_again: Change = as_it_was
    """Answers that jobs have made again, in this version's words."""


def renamed(value: Json, **names: str) -> Json:
    """The same with other names for members, however deep they are."""
    if isinstance(value, dict):
        return {names.get(name, name): renamed(part, **names) for name, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, **names) for part in value]
    return value


FEED = "/clubs/limmat/results.atom"


def _since_2be5eec(who: str, address: str, body: Json) -> Json:
    if who in {"nobody", "guest"} and "/matches/?" in address:
        return _without_reasons_of_penalties(body)
    if who == "nobody" and "/ratings/?page_size" in address and "/players/" in address:
        return _without_secret_matches(body)
    if "/players/?club=" in address:
        return body | {"results": sorted(body["results"], key=_by_name)}
    if address.endswith("/events/"):
        return renamed(body, way="channel")
    if address.endswith("/why/"):
        return _with_numbers(renamed(body, level_on="tied_on", parted_by="separated_by"))
    if address.endswith(".csv"):
        return _with_other_csv(address, body)
    if address == FEED:
        return _with_stories(body, upsets=False)
    return body


def _with_stories(feed: str, *, upsets: bool) -> str:
    """The story of each event that is over stands among the results, by when it was over."""
    head, first, rest = feed.partition("<entry>")
    entries = re.findall(r"<entry>.*?</entry>", first + rest, re.DOTALL)
    entries += [_story(*story, upsets=upsets) for story in _STORIES]
    return "".join([head, *sorted(entries, key=_published, reverse=True), "</feed>"])


def _story(name: str, at: str, podium: str, upset: str, numbers: str, *, upsets: bool) -> str:
    address = "http://testserver/events/" + name.replace("'", "").replace(" ", "-").lower()
    summary = " ".join(filter(None, (podium, upset if upsets else "", numbers)))
    return (
        f'<entry><title>{name}: the story</title><link href="{address}/story/" rel="alternate"/>'
        f"<published>2026-11-{at}+00:00</published><id>{address}/story/</id>"
        f'<summary type="html">{summary}</summary></entry>'
    )


def _published(entry: str) -> str:
    (at,) = re.findall(r"<published>(.*?)<", entry)
    return str(at)


_STORIES = (
    (
        *("Small Doubles", "17T04:15:23.855243"),
        "Lena Spät wins, Luca Rossi comes second.",
        "Biggest upset: Luca Rossi beats Lotte Leben with a chance of 48 %.",
        "7 players, 9 matches, 38 points.",
    ),
    (
        *("Circle of Three", "17T04:15:20.211796"),
        "Bea Bummler wins, Amélie Rochat comes second.",
        "Biggest upset: Amélie Rochat beats Anna Meier with a chance of 47 %.",
        "3 players, 3 matches, 24 points.",
    ),
    (
        *("Latecomers' Swiss", "17T04:15:19.656854"),
        "Hannah Weber wins, Willi Weile comes second.",
        "Biggest upset: Hannah Weber beats Jonas Schneider with a chance of 36 %.",
        "13 players, 24 matches, 161 points.",
    ),
    (
        *("Autumn Cup", "17T04:15:17.177606"),
        "Jonas Schneider wins, Sophie Favre comes second.",
        "Biggest upset: Chiara Ferrari beats Sophie Favre with a chance of 38 %.",
        "14 players, 22 matches, 101 points.",
    ),
    (
        *("Three Lives", "10T04:15:10.765039"),
        "Sophie Favre wins, Jonas Schneider comes second.",
        "",
        "13 players, 38 matches, 267 points.",
    ),
)
"""Of the events of the recording that are over.

What was an upset is known once the matches were rated with what this version keeps of each.
"""


def _by_name(player: Json) -> tuple[str, int]:
    return _plain(player["name"]), player["id"]


def _plain(name: str) -> str:
    """Accents and case no longer count: Élodie stands among those with E, not after Z."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def _with_other_csv(address: str, body: Json) -> Json:
    """Results in the order of the event; and as spreadsheets in the club's language open them."""
    if address.endswith("/aare-liga/entrants.csv"):
        # The club's language is German, and its words are better ones now.
        body = body.replace("Loswert", "Setznummer").replace("eingetragen", "angemeldet")
    head, *rows = csv.reader(StringIO(body))
    if address.endswith("/results.csv"):
        rows = _in_order_of_the_event(rows)
    if address.endswith("/players.csv"):
        rows.sort(key=lambda row: _plain(row[0]))
    german = "aare" in address
    text = StringIO()
    writer = csv.writer(text, delimiter=";" if german else ",")
    writer.writerow(head)
    writer.writerows([_decimal(cell) if german else cell for cell in row] for row in rows)
    return text.getvalue()


def _in_order_of_the_event(rows: list[list[str]]) -> list[list[str]]:
    """Stage by stage the main bracket first, and round by round."""
    brackets, stages = list(_BRACKETS.values()), list(dict.fromkeys(row[10] for row in rows))
    return sorted(
        rows,
        key=lambda row: (
            stages.index(row[10]),
            brackets.index(row[0]) if row[0] in brackets else 0,
            int(row[1]),
        ),
    )


def _decimal(cell: str) -> str:
    return cell.replace(".", ",") if re.fullmatch(r"\d+\.\d+", cell) else cell


def _made_again_since_2be5eec(who: str, address: str, body: Json) -> Json:
    if address.endswith("/bracket/"):
        return _with_names_of_rounds(body)
    if address.endswith("/standings/"):
        return renamed(body, parted_by="separated_by")
    if address == FEED:
        return _with_stories(body, upsets=True)
    return _since_2be5eec(who, address, body)


SECRET_MATCH = 320
"""Of an event that is not published; in rating histories it was listed all the same."""


def _without_secret_matches(body: Json) -> Json:
    rows = [row for row in body["results"] if row["match"] != SECRET_MATCH]
    return body | {"count": len(rows), "results": rows}


def _without_reasons_of_penalties(body: Json) -> Json:
    """Why is told to the club's officials and to those who play."""
    for match in body["results"]:
        match["penalties"] = [penalty | {"reason": None} for penalty in match["penalties"]]
    return body


def _with_numbers(value: Json) -> Json:
    """The terms of a tie-break were true and false where numbers were promised."""
    if isinstance(value, dict):
        return {
            name: int(part) if name == "value" and isinstance(part, bool) else _with_numbers(part)
            for name, part in value.items()
        }
    return [_with_numbers(part) for part in value] if isinstance(value, list) else value


def _with_names_of_rounds(body: Json) -> Json:
    """Only the last rounds of an elimination have names, and no bracket is called by its code."""
    knock_out = body["format"] in {"single_elimination", "double_elimination"}
    brackets = [_with_names(bracket, knock_out=knock_out) for bracket in body["brackets"]]
    return body | {"brackets": brackets}


def _with_names(bracket: Json, *, knock_out: bool) -> Json:
    code, rounds = bracket["code"], bracket["rounds"]
    name = _BRACKETS.get(code) or code.replace("pool_", "Pool ")
    numbers = [f"Round {one['number']}" for one in rounds]
    names = {
        "lower": numbers,
        "grand_final": ["Final", "Second final"] if len(rounds) == 2 else [name],
        "second_place": [name],
        "third_place": [name],
    }.get(code, [one["name"] for one in rounds] if knock_out else numbers)
    named = [one | {"name": called} for one, called in zip(rounds, names, strict=True)]
    return bracket | {"name": name, "rounds": named}


_BRACKETS = {
    "main": "Main",
    "lower": "Lower bracket",
    "grand_final": "Grand final",
    "consolation": "Consolation",
    "last_chance": "Last chance",
    "second_place": "Match for second place",
    "third_place": "Match for third place",
}

SINCE = {
    "2be5eec": Changes(
        tables={
            "api_givenanswer": "api_storedresponse",
            "tournaments_publication": "tournaments_stagesnapshot",
        },
        # Those who ran the machine had vouched for their directors' addresses.
        added={"account_emailaddress": 2},
        migrated=_since_2be5eec,
        made_again=_made_again_since_2be5eec,
    ),
}
"""By recording."""
