"""Addresses as pictures that a phone reads."""

from __future__ import annotations

import segno


def qr_code(address: str) -> str:
    """The address as a picture in a data address."""
    return segno.make(address, error="m", micro=False).png_data_uri(scale=4, border=2)
