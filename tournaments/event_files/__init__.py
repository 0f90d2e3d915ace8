"""A whole event as one file that can be imported elsewhere; docs/event-file.md describes it."""

FORMAT = "barpoint-event"
VERSION = 1
