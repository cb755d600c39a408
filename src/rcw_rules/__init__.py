"""The rules of Russian Civil War wargames: computed, explained, and played.

The names below load what they need when they are first used, so that importing the package costs next to nothing. A
ruleset is a subpackage: ``from rcw_rules import red_white``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rcw_rules.advice import Advice as Advice
    from rcw_rules.answering import answer as answer
    from rcw_rules.games import FunctionPlayer as FunctionPlayer
    from rcw_rules.games import Game as Game
    from rcw_rules.games import GameResult as GameResult
    from rcw_rules.games import GreedyPlayer as GreedyPlayer
    from rcw_rules.games import HoldPlayer as HoldPlayer
    from rcw_rules.games import Match as Match
    from rcw_rules.games import MatchError as MatchError
    from rcw_rules.games import MatchFile as MatchFile
    from rcw_rules.games import Player as Player
    from rcw_rules.games import PlayerError as PlayerError
    from rcw_rules.games import RandomPlayer as RandomPlayer
    from rcw_rules.games import Victory as Victory
    from rcw_rules.games import View as View
    from rcw_rules.games import find_player as find_player
    from rcw_rules.games import play_match as play_match
    from rcw_rules.games import play_out as play_out
    from rcw_rules.games import read_match as read_match
    from rcw_rules.games import read_scenario as read_scenario
    from rcw_rules.house import HouseCell as HouseCell
    from rcw_rules.house import HouseModifier as HouseModifier
    from rcw_rules.house import HouseOption as HouseOption
    from rcw_rules.house import HouseRules as HouseRules
    from rcw_rules.house import read_house_rules as read_house_rules
    from rcw_rules.kernel.angles import Angle as Angle
    from rcw_rules.kernel.angles import degrees as degrees
    from rcw_rules.kernel.chart_tables import Cell as Cell
    from rcw_rules.kernel.chart_tables import Chart as Chart
    from rcw_rules.kernel.citations import Objection as Objection
    from rcw_rules.kernel.citations import Provenance as Provenance
    from rcw_rules.kernel.citations import Verdict as Verdict
    from rcw_rules.kernel.citations import forbidden as forbidden
    from rcw_rules.kernel.deciders import Asked as Asked
    from rcw_rules.kernel.deciders import Defaults as Defaults
    from rcw_rules.kernel.deciders import InOrder as InOrder
    from rcw_rules.kernel.dice import d as d
    from rcw_rules.kernel.dice import d6 as d6
    from rcw_rules.kernel.dice import d10 as d10
    from rcw_rules.kernel.dice import d100 as d100
    from rcw_rules.kernel.dice import opposed as opposed
    from rcw_rules.kernel.dice import pick as pick
    from rcw_rules.kernel.distributions import Distribution as Distribution
    from rcw_rules.kernel.errors import AdviceError as AdviceError
    from rcw_rules.kernel.errors import AnswerError as AnswerError
    from rcw_rules.kernel.errors import BudgetError as BudgetError
    from rcw_rules.kernel.errors import ChartError as ChartError
    from rcw_rules.kernel.errors import ChoiceError as ChoiceError
    from rcw_rules.kernel.errors import DiceError as DiceError
    from rcw_rules.kernel.errors import FileError as FileError
    from rcw_rules.kernel.errors import HouseRulesError as HouseRulesError
    from rcw_rules.kernel.errors import IllegalRequestError as IllegalRequestError
    from rcw_rules.kernel.errors import InvalidRequestError as InvalidRequestError
    from rcw_rules.kernel.errors import NeedsRuling as NeedsRuling
    from rcw_rules.kernel.errors import NoAnswerError as NoAnswerError
    from rcw_rules.kernel.errors import NotDeterministicError as NotDeterministicError
    from rcw_rules.kernel.errors import OverrideError as OverrideError
    from rcw_rules.kernel.errors import Problem as Problem
    from rcw_rules.kernel.errors import QuestionCancelledError as QuestionCancelledError
    from rcw_rules.kernel.errors import RegistryError as RegistryError
    from rcw_rules.kernel.errors import ReplayError as ReplayError
    from rcw_rules.kernel.errors import RulesError as RulesError
    from rcw_rules.kernel.errors import SignatureError as SignatureError
    from rcw_rules.kernel.errors import TooLongError as TooLongError
    from rcw_rules.kernel.errors import UnknownNameError as UnknownNameError
    from rcw_rules.kernel.errors import WireVersionError as WireVersionError
    from rcw_rules.kernel.fields import Range as Range
    from rcw_rules.kernel.fields import Size as Size
    from rcw_rules.kernel.geometry.table.positions import Point as Point
    from rcw_rules.kernel.geometry.table.positions import distance as distance
    from rcw_rules.kernel.geometry.table.positions import point as point
    from rcw_rules.kernel.ledger import AutomaticSuccess as AutomaticSuccess
    from rcw_rules.kernel.ledger import Impossible as Impossible
    from rcw_rules.kernel.ledger import Ledger as Ledger
    from rcw_rules.kernel.ledger import Modifier as Modifier
    from rcw_rules.kernel.ledger import NotRequired as NotRequired
    from rcw_rules.kernel.lengths import Inches as Inches
    from rcw_rules.kernel.lengths import inches as inches
    from rcw_rules.kernel.limits import Limits as Limits
    from rcw_rules.kernel.morale import MoraleCheck as MoraleCheck
    from rcw_rules.kernel.morale import take_check as take_check
    from rcw_rules.kernel.odds import iterate as iterate
    from rcw_rules.kernel.procedures import Choice as Choice
    from rcw_rules.kernel.procedures import Procedure as Procedure
    from rcw_rules.kernel.procedures import Request as Request
    from rcw_rules.kernel.procedures import procedure as procedure
    from rcw_rules.kernel.questions import Decision as Decision
    from rcw_rules.kernel.questions import Throw as Throw
    from rcw_rules.kernel.record import Record as Record
    from rcw_rules.kernel.samples import Sample as Sample
    from rcw_rules.kernel.seals import SealedDice as SealedDice
    from rcw_rules.kernel.seals import Secret as Secret
    from rcw_rules.kernel.sources import AskingDice as AskingDice
    from rcw_rules.kernel.sources import DiceSource as DiceSource
    from rcw_rules.kernel.sources import GivenDice as GivenDice
    from rcw_rules.kernel.sources import MixedDice as MixedDice
    from rcw_rules.kernel.sources import RecordedDice as RecordedDice
    from rcw_rules.kernel.sources import SeededDice as SeededDice
    from rcw_rules.kernel.umpire import Decider as Decider
    from rcw_rules.kernel.umpire import Override as Override
    from rcw_rules.kernel.umpire import Umpire as Umpire
    from rcw_rules.marks import Cites as Cites
    from rcw_rules.marks import NoOptions as NoOptions
    from rcw_rules.marks import Settles as Settles
    from rcw_rules.marks import Was as Was
    from rcw_rules.payoffs import Payoff as Payoff
    from rcw_rules.registry import load_game as load_game
    from rcw_rules.resolution import Preview as Preview
    from rcw_rules.resolution import Resolution as Resolution
    from rcw_rules.ruleset import Example as Example
    from rcw_rules.ruleset import Ruleset as Ruleset
    from rcw_rules.series import Series as Series
    from rcw_rules.series import play_series as play_series
    from rcw_rules.sessions import Session as Session
    from rcw_rules.simulation import Simulation as Simulation
    from rcw_rules.simulation import SimulationError as SimulationError
    from rcw_rules.simulation import simulate as simulate
    from rcw_rules.terminal import TerminalChoices as TerminalChoices
    from rcw_rules.terminal import TerminalDice as TerminalDice

_HOMES = {
    "advice": ("Advice",),
    "answering": ("answer",),
    "games": (
        "FunctionPlayer",
        "Game",
        "GameResult",
        "GreedyPlayer",
        "HoldPlayer",
        "Match",
        "MatchError",
        "MatchFile",
        "Player",
        "PlayerError",
        "RandomPlayer",
        "Victory",
        "Was",
        "View",
        "find_player",
        "play_match",
        "play_out",
        "read_match",
        "read_scenario",
    ),
    "house": ("HouseCell", "HouseModifier", "HouseOption", "HouseRules", "read_house_rules"),
    "kernel.angles": ("Angle", "degrees"),
    "kernel.chart_tables": ("Cell", "Chart"),
    "kernel.citations": ("Objection", "Provenance", "Verdict", "forbidden"),
    "kernel.deciders": ("Asked", "Defaults", "InOrder"),
    "kernel.dice": ("d", "d10", "d100", "d6", "opposed", "pick"),
    "kernel.distributions": ("Distribution",),
    "kernel.errors": (
        "AdviceError",
        "AnswerError",
        "BudgetError",
        "ChartError",
        "ChoiceError",
        "DiceError",
        "FileError",
        "HouseRulesError",
        "IllegalRequestError",
        "InvalidRequestError",
        "NeedsRuling",
        "NoAnswerError",
        "NotDeterministicError",
        "OverrideError",
        "Problem",
        "QuestionCancelledError",
        "RegistryError",
        "ReplayError",
        "RulesError",
        "SignatureError",
        "TooLongError",
        "UnknownNameError",
        "WireVersionError",
    ),
    "kernel.fields": ("Range", "Size"),
    "kernel.ledger": ("AutomaticSuccess", "Impossible", "Ledger", "Modifier", "NotRequired"),
    "kernel.geometry.table.positions": ("Point", "distance", "point"),
    "kernel.lengths": ("Inches", "inches"),
    "kernel.limits": ("Limits",),
    "kernel.morale": ("MoraleCheck", "take_check"),
    "kernel.odds": ("iterate",),
    "kernel.procedures": ("Choice", "Procedure", "Request", "procedure"),
    "kernel.questions": ("Decision", "Throw"),
    "kernel.record": ("Record",),
    "kernel.samples": ("Sample",),
    "kernel.seals": ("SealedDice", "Secret"),
    "kernel.sources": ("AskingDice", "DiceSource", "GivenDice", "MixedDice", "RecordedDice", "SeededDice"),
    "kernel.umpire": ("Decider", "Override", "Umpire"),
    "marks": ("Cites", "NoOptions", "Settles", "Was"),
    "payoffs": ("Payoff",),
    "registry": ("load_game",),
    "resolution": ("Preview", "Resolution"),
    "ruleset": ("Example", "Ruleset"),
    "series": ("Series", "play_series"),
    "sessions": ("Session",),
    "simulation": ("Simulation", "SimulationError", "simulate"),
    "terminal": ("TerminalChoices", "TerminalDice"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__version__ = "0.1.0"

__all__ = [
    "Advice",
    "AdviceError",
    "Angle",
    "AnswerError",
    "Asked",
    "AskingDice",
    "AutomaticSuccess",
    "BudgetError",
    "Cell",
    "Chart",
    "ChartError",
    "Choice",
    "ChoiceError",
    "Cites",
    "Decider",
    "Decision",
    "Defaults",
    "DiceError",
    "DiceSource",
    "Distribution",
    "Example",
    "FileError",
    "FunctionPlayer",
    "Game",
    "GameResult",
    "GivenDice",
    "GreedyPlayer",
    "HoldPlayer",
    "HouseCell",
    "HouseModifier",
    "HouseOption",
    "HouseRules",
    "HouseRulesError",
    "IllegalRequestError",
    "Impossible",
    "InOrder",
    "Inches",
    "InvalidRequestError",
    "Ledger",
    "Limits",
    "Match",
    "MatchError",
    "MatchFile",
    "MixedDice",
    "Modifier",
    "MoraleCheck",
    "NeedsRuling",
    "NoAnswerError",
    "NoOptions",
    "NotDeterministicError",
    "NotRequired",
    "Objection",
    "Override",
    "OverrideError",
    "Payoff",
    "Player",
    "PlayerError",
    "Point",
    "Preview",
    "Problem",
    "Procedure",
    "Provenance",
    "QuestionCancelledError",
    "RandomPlayer",
    "Range",
    "Record",
    "RecordedDice",
    "RegistryError",
    "ReplayError",
    "Request",
    "Resolution",
    "RulesError",
    "Ruleset",
    "Sample",
    "SealedDice",
    "Secret",
    "SeededDice",
    "Series",
    "Session",
    "Settles",
    "SignatureError",
    "Simulation",
    "SimulationError",
    "Size",
    "TerminalChoices",
    "TerminalDice",
    "Throw",
    "TooLongError",
    "Umpire",
    "UnknownNameError",
    "Verdict",
    "Victory",
    "View",
    "Was",
    "WireVersionError",
    "__version__",
    "answer",
    "d",
    "d6",
    "d10",
    "d100",
    "degrees",
    "distance",
    "find_player",
    "forbidden",
    "inches",
    "iterate",
    "load_game",
    "opposed",
    "pick",
    "play_match",
    "play_out",
    "play_series",
    "point",
    "procedure",
    "read_house_rules",
    "read_match",
    "read_scenario",
    "simulate",
    "take_check",
]


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'rcw_rules' has no attribute {name!r}")
    value = getattr(import_module(f"rcw_rules.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
