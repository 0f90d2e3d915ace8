"""Chouette: one box against a team, every cube its own game (docs/rules.md, "Chouette")."""

from __future__ import annotations

from rules_core.chouette.actions import Answer, answer, double, equal_dice, extra, finish
from rules_core.chouette.game import ChouetteGame
from rules_core.chouette.ledger import Ledger, Payment, Player
from rules_core.chouette.lots import partner_by_lot, places_by_lot
from rules_core.chouette.refusals import (
    AlreadyPlaying,
    AnotherGame,
    CubesUnanswered,
    GameNotOver,
    GameOver,
    LoneTakerMustDrop,
    LoneTakerMustTakeExtras,
    NoExtraHere,
    NoPartnerHere,
    NotPlaying,
    OneCubeForAll,
    StakeNotOpen,
    TooFewPlayers,
)
from rules_core.chouette.rules import ChouetteRules, Consultation, Cubes, LoneTaker, Retention
from rules_core.chouette.stakes import BOX, TEAM, Between, Stake
from rules_core.chouette.table import Chouette, join, leave, settle, start, undo

__all__ = [
    "BOX",
    "TEAM",
    "AlreadyPlaying",
    "AnotherGame",
    "Answer",
    "Between",
    "Chouette",
    "ChouetteGame",
    "ChouetteRules",
    "Consultation",
    "Cubes",
    "CubesUnanswered",
    "GameNotOver",
    "GameOver",
    "Ledger",
    "LoneTaker",
    "LoneTakerMustDrop",
    "LoneTakerMustTakeExtras",
    "NoExtraHere",
    "NoPartnerHere",
    "NotPlaying",
    "OneCubeForAll",
    "Payment",
    "Player",
    "Retention",
    "Stake",
    "StakeNotOpen",
    "TooFewPlayers",
    "answer",
    "double",
    "equal_dice",
    "extra",
    "finish",
    "join",
    "leave",
    "partner_by_lot",
    "places_by_lot",
    "settle",
    "start",
    "undo",
]
