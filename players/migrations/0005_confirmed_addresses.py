"""Addresses count only when confirmed: those that an operator gave are, others are confirmed by their owners.

An account that was not made by signing up has no row for its address; whoever made it vouched for it.
From now on an account has one address, a confirmed one if there is any.
"""

from django.db import migrations
from django.db.models import Exists, OuterRef


def confirm(apps, schema_editor):
    users = apps.get_model("players", "User").objects
    addresses = apps.get_model("account", "EmailAddress").objects
    known = addresses.filter(user=OuterRef("pk"))
    for user in users.filter(~Exists(known)):
        taken = addresses.filter(email=user.email.lower(), verified=True).exists()
        addresses.create(user=user, email=user.email.lower(), primary=True, verified=not taken)
    confirmed = Exists(known.filter(verified=True))
    for user in users.filter(confirmed, ~Exists(known.filter(verified=True, primary=True))):
        own = addresses.filter(user=user, verified=True).order_by("pk")[0]
        if not users.exclude(pk=user.pk).filter(email__iexact=own.email).exists():
            addresses.filter(user=user).exclude(pk=own.pk).delete()
            addresses.filter(pk=own.pk).update(primary=True)
            users.filter(pk=user.pk).update(email=own.email)
    addresses.filter(primary=False).delete()


class Migration(migrations.Migration):

    dependencies = [
        ("players", "0004_constraints"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [migrations.RunPython(confirm, migrations.RunPython.noop)]
