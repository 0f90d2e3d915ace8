"""The match of the demo club that somebody wrote down move by move, so that there is one to replay."""

from __future__ import annotations

from dataclasses import replace

from matches.models import Match, Transcript
from matches.services.games import record_game
from matches.services.transcripts import add_transcript
from matches.transcript_diff import games_of
from players.actors import Actor
from rules_core.sides import Side
from rules_core.transcripts import read_mat, write_mat
from rules_core.transcripts import replay as played_through

LENGTH, SCORE = 5, (2, 5)


def is_the_one(match: Match, score: tuple[int, int]) -> bool:
    """Whether this is the first match of the club that ended as the file tells."""
    if (match.length, score) != (LENGTH, SCORE):
        return False
    return not Transcript.objects.filter(match__club=match.club_id).exists()


def play_by_the_file(match: Match, actor: Actor) -> None:
    """Record the match game by game, and keep its file, as its players would have."""
    file = replace(read_mat(_FILE, "match.mat"), players=(match.a.name, match.b.name))
    games = games_of(played_through(file, match.match_rules), Side.A)
    for number, game in enumerate(games, start=1):
        record_game(match_id=match.pk, number=number, game=game, actor=actor)
    content = write_mat(file).encode()
    add_transcript(match_id=match.pk, name="match.mat", content=content, first=Side.A, actor=actor)


_FILE = """\
 5 point match

 Game 1
 Alice : 0                      Bob : 0
  1) 42: 8/4 6/4                 31: 8/5 6/5
  2) 54: 13/9 13/8               31: 6/5 13/10
  3) 55: 13/8 9/4 8/3 8/3        31: 10/7 8/7
  4) 42: 6/2 4/2                 65: 13/8 13/7
  5) 61: 13/7 8/7                54: 8/3 7/3
  6) 31: 6/5 8/5                 43: 5/2 6/2
  7) 21: 13/11 11/10             54: 13/9 9/4
  8) 33: 24/21* 24/21 10/7 7/4   65:
  9) 21: 7/6 7/5                 61: 25/24 24/18
 10)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Alice : 1                      Bob : 0
  1)                             65: 24/18 18/13
  2) 53: 6/3 8/3                 62: 24/18 18/16
  3) 54: 13/8 13/9*              51: 25/24 13/8
  4) 31: 8/5 6/5                 21: 13/11 11/10
  5)  Doubles => 2                Takes
  6) 21: 9/7 8/7                 31: 6/5 8/5
  7) 31: 24/23 8/5               41: 10/9 13/9
  8) 41: 23/22 22/18             21: 8/7* 9/7
  9) 42: 25/21 24/22              Doubles => 4
 10)  Takes                      21: 6/4* 4/3*
 11) 61: 25/24                   43: 6/3 13/9
 12) 11: 25/24 6/5 5/4 5/4       62: 13/7 13/11
 13) 61: 13/7 24/23              61: 24/23 23/17
 14) 33: 24/21 13/10 13/10 7/4   54: 8/4* 9/4
 15) 63:                         61: 17/11 9/8
 16) 42: 25/23 10/6              61: 7/6 11/5
 17) 32: 4/2 10/7                53: 8/3 8/5
 18) 65: 7/2 7/1                 63: 11/5 6/3
 19) 62: 23/17 17/15             52: 6/4 6/1
 20) 32: 7/5 15/12               31: 5/2* 2/1
 21) 64: 25/19 12/8              66: 7/1 7/1 5/0 5/0
 22) 31: 19/18 8/5               21: 1/0 4/2
 23) 61: 18/17 17/11             65: 5/0 5/0
 24) 62: 11/5 2/0                33: 3/0 3/0 3/0 3/0
 25) 51: 5/0 1/0                 42: 2/0 4/0
 26) 31: 2/1 6/3                 66: 4/0 1/0 1/0 1/0
                                  Wins 4 points

 Game 3
 Alice : 1                      Bob : 4
  1)                             42: 8/4 6/4
  2) 51: 13/8 24/23              41: 13/9 9/8
  3) 61: 8/7 13/7                31: 6/5 8/5
  4) 41: 13/9 23/22              31: 24/23 6/3*
  5) 31: 25/22* 9/8              65: 25/20 20/14
  6) 52: 13/8 13/11*             64: 25/21 21/15
  7) 43: 22/18 11/8              63: 13/7* 23/20
  8) 53: 25/22 6/1*              41: 25/24* 24/20
  9) 32: 25/22 24/22             22: 13/11 13/11 11/9 11/9
 10) 64: 22/18* 18/12*           53: 25/22 25/20
 11) 44: 22/18 22/18 12/8 6/2    41: 20/16 16/15
 12) 65: 6/1 8/2                 44: 20/16 20/16 16/12 16/12
 13) 61: 8/2 2/1                 32: 8/5 8/6
 14) 22: 8/6 8/6 6/4 6/4         51: 6/1 5/4
 15) 31: 7/4 4/3*                65: 25/20 20/14
 16) 22: 8/6 7/5 6/4 5/3         44: 15/11 15/11 14/10 10/6
 17) 44: 8/4 8/4 6/2 6/2         32: 6/3 3/1
 18) 32: 4/2 4/1                 54: 9/4 9/5
 19) 65: 18/12 12/7              32: 12/10 10/7*
 20) 33: 25/22 7/4 4/1 4/1       65: 12/7 11/5
 21) 65: 22/17 17/11             42: 7/5 7/3
 22) 65: 11/5 5/0                31: 11/8 4/3
 23) 41: 1/0 4/0                 63: 8/2 3/0
 24) 41: 1/0 4/0                 43: 3/0 4/0
 25) 66: 3/0 3/0 2/0 2/0         64: 6/0 4/0
 26) 55: 2/0 2/0 2/0 1/0
      Wins 1 point

 Game 4
 Alice : 2                      Bob : 4
  1)                             21: 24/22 22/21
  2)  Doubles => 2                Takes
  3) 53: 6/3 8/3                 51: 21/20 13/8
  4) 33: 13/10 13/10 8/5* 8/5    65:
  5) 41: 6/5 13/9                51: 25/24 13/8
  6) 33: 24/21 24/21 10/7 10/7   61: 8/7 13/7
  7) 21: 5/4 6/4                 42: 8/6 6/2
  8) 64: 13/9 21/15              53: 8/3 6/3
  9) 66: 21/15 15/9 13/7 9/3     42: 8/4 6/4
 10) 63: 15/9 9/6                53: 7/2 8/5
 11) 42: 6/4 9/5                 54: 13/9 13/8
 12) 41: 7/6 9/5                 64: 7/1 9/5
 13) 52: 7/2 4/2                 64: 8/4 24/18*
 14) 32:                         32: 6/3 3/1
 15) 22:                         44: 18/14 14/10 10/6 6/2
 16) 43:                         43: 6/3 6/2
 17) 65: 25/19 6/1*              61: 25/24* 24/18
 18) 41:                         42: 18/16 16/12
 19) 41:                         21: 12/11 11/9
 20) 31:                         52: 9/4 2/0
 21) 33:                         52: 5/3 5/0
 22) 62: 25/19 19/17             61: 4/0 1/0
 23) 32: 17/15 19/16             52: 4/2 4/0
 24) 51: 16/11 15/14             41: 4/3 3/0
 25) 61: 11/10 14/8              11: 3/2 2/1 1/0 1/0
 26) 54: 10/5 6/2                63: 3/0 3/0
 27) 64: 8/4 6/0                 31: 3/2 2/0
                                  Wins 2 points

"""
