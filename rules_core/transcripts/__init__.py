"""Match files: read, write and replay.

>>> transcript = read_mat(b\"\"\"
...  1 point match
...
...  Game 1
...  Alice : 0                      Bob : 0
...   1) 31: 8/5 6/5                 64: 24/14
...   2) 66: 24/18(2) 13/7(2)
...       Wins 1 point
... \"\"\")
>>> match = replay(transcript)
>>> match.players[0], match.winner, match.games[0].result.ended_by
('Alice', <Side.A: 'a'>, <GameEnd.RESIGN: 'resign'>)
>>> [turn.text for turn in match.games[0].turns]
['8/5 6/5', '24/14', '24/18(2) 13/7(2)']
"""

from __future__ import annotations

from rules_core.transcripts.mat import MAX_BYTES, read_mat
from rules_core.transcripts.mat_writer import write_mat
from rules_core.transcripts.problems import Problem, UnreadableMatchFile
from rules_core.transcripts.replay import assumed_rules, replay
from rules_core.transcripts.replayed import Replay, ReplayedGame, Turn
from rules_core.transcripts.sgf import write_sgf
from rules_core.transcripts.transcript import Transcript, WrittenGame

__all__ = [
    "MAX_BYTES",
    "Problem",
    "Replay",
    "ReplayedGame",
    "Transcript",
    "Turn",
    "UnreadableMatchFile",
    "WrittenGame",
    "assumed_rules",
    "read_mat",
    "replay",
    "write_mat",
    "write_sgf",
]
