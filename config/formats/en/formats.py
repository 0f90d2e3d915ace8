"""Dates in English, as in Leeds."""

from config.formats.day_month_year import *  # noqa: F403
