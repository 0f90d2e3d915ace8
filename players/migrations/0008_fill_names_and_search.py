import re
import unicodedata

from django.db import migrations

_LETTERS = str.maketrans(
    {
        'æ': 'a', 'œ': 'o', 'ø': 'o', 'ł': 'l', 'đ': 'd', 'ð': 'd', 'þ': 'th', 'ı': 'i', 'ħ': 'h',
        'ŧ': 't', 'ŋ': 'n', '’': '', "'": '', 'ʼ': '', '`': '',
    }
)
_CHUNK = 1000


def key(name):
    """As names were searched when this was written."""
    apart = unicodedata.normalize('NFKD', name.casefold())
    letters = ''.join(c for c in apart if not unicodedata.combining(c)).translate(_LETTERS)
    plain = re.sub(r'[\W_]+', ' ', re.sub('([aou])e+', r'\1', letters))
    return ' '.join(plain.split())[:240].rstrip()


def fill(apps, schema_editor):
    Player = apps.get_model('players', 'Player')
    PlayerWord = apps.get_model('players', 'PlayerWord')
    last = 0
    while chunk := list(Player.objects.filter(pk__gt=last).order_by('pk')[:_CHUNK]):
        for player in chunk:
            player.full_name = player.name
            player.name_key = key(player.name)
        Player.objects.bulk_update(chunk, ['full_name', 'name_key'])
        PlayerWord.objects.bulk_create(
            [
                PlayerWord(player=player, word=word, public=public)
                for player in chunk
                for word in sorted(set(player.name_key.split()))
                for public in (False, True)
            ]
        )
        last = chunk[-1].pk


class Migration(migrations.Migration):
    """Everybody's name stays shown in full, and can be found by its words."""

    dependencies = [
        ('players', '0007_names_and_search'),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
