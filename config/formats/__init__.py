"""
Dates as they are written in each language, found by ``|date:"EVENING_FORMAT"`` and the like.

Besides Django's own names there are ours: ``EVENING_FORMAT`` for when an event begins,
``SHORT_EVENING_FORMAT`` for the same in a list, ``WEEKDAY_FORMAT`` for its day alone, and
``SHORT_DAY_FORMAT`` for tables.
"""
