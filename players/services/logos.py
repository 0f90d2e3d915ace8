"""A club's logo: checked, drawn again in our own words, and nothing kept of the file that came.

Whatever a picture file may carry beside its picture (places, scripts, another file behind its end) is
not in what we store: only pixels pass.
"""

from __future__ import annotations

import io
import warnings
from hashlib import sha256

from django.db import transaction

from db.locking import locked_row
from players.actors import Actor
from players.models import Club, ClubLogo, Role
from players.services.permissions import require
from rules_core.errors import RulesError

MOST_BYTES = 1024 * 1024
MOST_PIXELS = 16_000_000
LARGEST_SIDE = 512
"""As large as any page, screen or sheet shows it, twice over."""
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF")


class LogoTooLarge(RulesError):
    """A file that would take long to look at."""

    code = "logo_too_large"


class LogoNotValid(RulesError):
    """A file that is no picture, or none of a kind that every browser shows."""

    code = "logo_not_valid"


@transaction.atomic
def set_logo(*, club_id: int, content: bytes, actor: Actor) -> Club:
    """Show this picture as the club's logo from now on."""
    require(actor, Role.DIRECTOR, club_id)
    png = redrawn(content)
    club = locked_row(Club.objects.all(), club_id)
    ClubLogo.objects.update_or_create(club=club, defaults={"png": png})
    club.logo_digest = sha256(png).hexdigest()[:16]
    club.save(update_fields=["logo_digest"])
    return club


@transaction.atomic
def remove_logo(*, club_id: int, actor: Actor) -> Club:
    """Show no logo any more; a second call changes nothing."""
    require(actor, Role.DIRECTOR, club_id)
    club = locked_row(Club.objects.all(), club_id)
    ClubLogo.objects.filter(club=club).delete()
    club.logo_digest = ""
    club.save(update_fields=["logo_digest"])
    return club


def redrawn(content: bytes) -> bytes:
    """The picture of a file as a PNG of ours: small enough, with its pixels and nothing else."""
    if len(content) > MOST_BYTES:
        raise LogoTooLarge("A logo can have at most 1 MB.", most=1)
    # Only now: Pillow takes a while to load, and few requests need it.
    from PIL import Image, ImageFile, UnidentifiedImageError

    # WeasyPrint, where it is loaded, lets the first half of a picture pass for the whole of it.
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(content), formats=_FORMATS)
            # Before any of it is unpacked.
            too_many = picture.width * picture.height > MOST_PIXELS
            pixels = None if too_many else picture.convert("RGBA")
    except (
        *(UnidentifiedImageError, Image.DecompressionBombWarning, Image.DecompressionBombError),
        *(OSError, SyntaxError, ValueError, EOFError),
    ) as error:
        raise LogoNotValid("This is not a PNG, JPEG, WebP or GIF picture.") from error
    if pixels is None:
        raise LogoTooLarge("This picture is too large: it has too many pixels.", most=MOST_PIXELS)
    pixels.thumbnail((LARGEST_SIDE, LARGEST_SIDE))
    pixels.info.clear()
    file = io.BytesIO()
    pixels.save(file, "PNG", optimize=True)
    return file.getvalue()
