"""Dates in French."""

from config.formats.day_month_year import *  # noqa: F403
