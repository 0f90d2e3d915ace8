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

from rules_core.transcripts.files import MAX_BYTES, Source
from rules_core.transcripts.mat import read_mat
from rules_core.transcripts.mat_writer import write_mat
from rules_core.transcripts.problems import Problem, UnreadableMatchFile
from rules_core.transcripts.reading import read_match_file
from rules_core.transcripts.replay import assumed_rules, crawford_games, replay, replay_game
from rules_core.transcripts.replayed import Replay, ReplayedGame, Turn
from rules_core.transcripts.sgf import read_sgf
from rules_core.transcripts.sgf_writer import write_sgf
from rules_core.transcripts.transcript import Transcript, WrittenGame
from rules_core.transcripts.written import written

__all__ = [
    "MAX_BYTES",
    "Problem",
    "Replay",
    "ReplayedGame",
    "Source",
    "Transcript",
    "Turn",
    "UnreadableMatchFile",
    "WrittenGame",
    "assumed_rules",
    "crawford_games",
    "read_mat",
    "read_match_file",
    "read_sgf",
    "replay",
    "replay_game",
    "write_mat",
    "write_sgf",
    "written",
]
