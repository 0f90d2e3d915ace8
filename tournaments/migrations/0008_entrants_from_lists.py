"""The lists of a stage as rows, and back again."""

from django.db import migrations

ELIMINATIONS = ("single_elimination", "double_elimination")


def to_rows(apps, schema_editor):
    rows = apps.get_model("tournaments", "StageEntrant").objects
    for stage in apps.get_model("tournaments", "Stage").objects.filter(drawn_at__isnull=False):
        entrants = [rows.model(stage=stage, **fields) for fields in _entrants(stage)]
        rows.bulk_create(entrants)
        stage.late_count = sum(entrant.late for entrant in entrants)
        stage.drawn_count = len(entrants) - stage.late_count
        stage.save(update_fields=["drawn_count", "late_count"])


def _entrants(stage):
    seeds = {entry: seed for seed, entry in enumerate(stage.seeds, start=1)}
    placed = [entry for entry in dict.fromkeys(stage.by_hand) if entry in seeds]
    places = {entry: place for place, entry in enumerate(placed, start=1)}
    lines, pools = {}, {}
    if stage.format in ELIMINATIONS:
        lines = {seed: line for line, seed in enumerate(stage.lines, start=1) if seed}
    elif stage.format == "round_robin":
        dealt = stage.lines or _dealt(len(seeds), stage.settings.get("pools", 1))
        pools = dict(enumerate(dealt, start=1))
    for number, listed in enumerate(stage.drawn_from, start=1):
        entry = listed["entry"]
        stand_in = listed.get("played_by")
        yield {
            "entry_id": entry,
            "number": number,
            "rating": listed["rating"],
            "club": listed["club"],
            "given_seed": listed["seed"],
            "seed": seeds[entry],
            "line": lines.get(seeds[entry]),
            "pool": pools.get(seeds[entry]),
            "late": listed["late"],
            "missed": listed.get("missed"),
            "replaced": stand_in is not None,
            "stand_in_rating": stand_in["rating"] if stand_in else None,
            "stand_in_club": stand_in["club"] if stand_in else "",
            "place_by_hand": places.get(entry),
        }


def _dealt(entrants, pools):
    """The pool of each seed: dealt to and fro."""
    turns = (divmod(seed, pools) for seed in range(entrants))
    return [pools - pool if turn % 2 else pool + 1 for turn, pool in turns]


def to_lists(apps, schema_editor):
    for stage in apps.get_model("tournaments", "Stage").objects.filter(drawn_at__isnull=False):
        by_seed = list(stage.entrants.order_by("seed"))
        stage.seeds = [entrant.entry_id for entrant in by_seed]
        stage.drawn_from = [_listed(entrant) for entrant in stage.entrants.order_by("number")]
        placed = stage.entrants.filter(place_by_hand__isnull=False).order_by("place_by_hand")
        stage.by_hand = list(placed.values_list("entry_id", flat=True))
        stage.lines = _lines(stage, by_seed)
        stage.save()


def _listed(entrant):
    listed = {
        "entry": entrant.entry_id,
        "rating": entrant.rating,
        "club": entrant.club,
        "seed": entrant.given_seed,
        "late": entrant.late,
    }
    if entrant.missed is not None:
        listed["missed"] = entrant.missed
    if entrant.replaced:
        listed["played_by"] = {"rating": entrant.stand_in_rating, "club": entrant.stand_in_club}
    return listed


def _lines(stage, by_seed):
    if stage.format in ELIMINATIONS:
        seeds = {entrant.line: entrant.seed for entrant in by_seed}
        size = 1 << (stage.drawn_count - 1).bit_length()
        return [seeds.get(line, 0) for line in range(1, size + 1)]
    if stage.format == "round_robin":
        pools = [entrant.pool for entrant in by_seed]
        return [] if pools == _dealt(len(pools), stage.settings.get("pools", 1)) else pools
    return []


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0007_stage_entrants")]

    operations = [migrations.RunPython(to_rows, to_lists)]
