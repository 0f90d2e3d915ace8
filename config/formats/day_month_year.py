"""Dates as English, French and Italian write them alike: the day first, without a full stop."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
TIME_FORMAT = "H:i"
SHORT_DAY_FORMAT = "j M Y"
EVENING_FORMAT = "l j F Y, H:i"
WEEKDAY_FORMAT = "D j M Y"
SHORT_EVENING_FORMAT = "D j M Y, H:i"
