"""Every row of an installation as Django reads it, a line each: ``python -m tests.e2e.contents``."""

from __future__ import annotations

import json

import django

LEFT_OUT = {"sessions.Session"}


def main() -> None:
    django.setup()
    from django.apps import apps

    for model in apps.get_models(include_auto_created=True):
        if model._meta.label in LEFT_OUT:
            continue
        names = [field.attname for field in model._meta.concrete_fields]
        for row in model._base_manager.order_by("pk").values_list(*names).iterator():
            print(model._meta.label, *map(_told, row))


def _told(value: object) -> str:
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    if isinstance(value, dict | list):
        # PostgreSQL keeps no order in what has none.
        return json.dumps(value, sort_keys=True)
    return repr(value)


if __name__ == "__main__":
    main()
