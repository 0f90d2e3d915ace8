"""Fault drills: whole installations are broken in every way we promise to survive, and then counted.

``python -m drills`` (``make drills``) runs them all and writes ``docs/promises.md``.
"""
