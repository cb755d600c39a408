"""What replaying a match proves, and what stays on somebody's word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rcw_rules.cli.match_words import title_of
from rcw_rules.cli.output import TextTable
from rcw_rules.games import Event, Game, Match, MatchError, MatchText, Undo
from rcw_rules.games.match import dice_of_event
from rcw_rules.games.match_file import require_seal
from rcw_rules.games.sealed_matches import SealedMatchDice, first_draw
from rcw_rules.kernel.plain import in_one_line, in_text
from rcw_rules.kernel.questions import Decided, Thrown
from rcw_rules.kernel.seals import Secret
from rcw_rules.kernel.shapes import is_object
from rcw_rules.kernel.sources import DiceSource
from rcw_rules.wire import unstructure

if TYPE_CHECKING:
    from rcw_rules.signatures import Signature

_MOST_OF_AN_OPTION = 60
"""Characters of the value of an option."""


def verified(text: MatchText[Any, Any, Any], secrets: Sequence[Secret] = ()) -> Match[Any, Any, Any]:
    """Return the match, played again with everything compared, the faces of a seed or of revealed secrets as well.

    Args:
        text: The match.
        secrets: The secrets of sealed dice, if they are revealed.

    Raises:
        MatchError: If an event does not follow, or is not what comes of its answers, or a face is not that of the seed.
        ReplayError: If the dice are not sealed with these secrets.
        RulesError: If an action is not legal.
    """
    dice: DiceSource | None = text.dice
    if secrets:
        require_seal(text).key(secrets)
        dice = SealedMatchDice(secrets)
    match: Match[Any, Any, Any] = Match(game=text.game, scenario=text.scenario)
    for entry in text.entries:
        before, match = match, match.replayed(entry)
        if isinstance(entry, Event):
            _require_numbers(entry)
            if dice is not None:
                _require_faces(before, entry, dice)
    if text.under_way is None:
        return match
    _require_its_place(match, text.under_way)
    _require_numbers(text.under_way)
    whole = text.match(checks=False, goes_on=False)
    if dice is not None:
        _require_faces(match, text.under_way, dice)
    return whole


def _require_its_place(match: Match[Any, Any, Any], event: Event) -> None:
    """Raise unless an action under way says of itself what is so; of one that is over the match compares it."""
    side = "" if match.state is None else match.game.to_act(match.state) or ""
    place = (match.length + 1, match.ply, side)
    if (event.number, event.ply, event.side) != place or event.told or event.trail or event.digest:
        raise MatchError(
            f"event {place[0]}, which is under way, tells what has not happened, or is not in its place",
            number=place[0],
        )


def _require_numbers(event: Event) -> None:
    """Raise unless the sealed throws of an event have the numbers of its place in the line of play."""
    sealed = [answer for answer in event.answers if isinstance(answer, Thrown) and answer.by == "sealed"]
    for number, thrown in enumerate(sealed, start=first_draw(event.ply)):
        if thrown.draw != number:
            raise MatchError(
                f"event {event.number}: {thrown.purpose} is the sealed throw {thrown.draw}, and its place has {number}",
                number=event.number,
            )


def _require_faces(before: Match[Any, Any, Any], event: Event, dice: DiceSource) -> None:
    """Raise unless every face of an event is that of the dice: played again with them, and its decisions."""
    if not _was_thrown(event):
        return
    game = before.game
    if before.state is None:
        request = game.begin_request(before.scenario)
    else:
        request = game.act_request(before.state, game.read_action(event.action))
    thrown = dice_of_event(dice, event.ply, event.side)
    whose = "seed gives" if dice.seal is None else "secrets give"
    session = game.ruleset.begin(request, overrides=event.overrides).automate(dice=thrown)
    while True:
        for was, now in zip(event.answers, session.answers, strict=False):
            if isinstance(was, Thrown) and isinstance(now, Thrown) and was.faces != now.faces:
                shown, given = (", ".join(map(str, faces)) for faces in (was.faces, now.faces))
                raise MatchError(
                    f"event {event.number}: {was.purpose} shows {shown}, and the {whose} {given}",
                    number=event.number,
                )
        if session.pending is None or len(session.answers) >= len(event.answers):  # an event under way stops there
            return
        following = event.answers[len(session.answers)]
        assert isinstance(following, Decided)  # noqa: S101 - the dice have thrown everything
        session = session.answer(following.chosen)


def _was_thrown(event: Event) -> bool:
    return any(isinstance(answer, Thrown) for answer in event.answers)


def proof_data(text: MatchText[Any, Any, Any], match: Match[Any, Any, Any], *, is_revealed: bool) -> dict[str, Any]:
    """Return what was compared, and what nobody can prove."""
    events = [entry for entry in text.entries if isinstance(entry, Event)]
    begun = [] if text.under_way is None else [text.under_way]  # on somebody's word as much as what is over
    told = [*events, *begun]
    answers = [answer for event in told for answer in event.answers]
    undone = [entry for entry in text.entries if isinstance(entry, Undo)]
    result = match.result
    return {
        "scenario": scenario_in_force(text),
        "events": len(events),
        "taken_back": sum(len(entry.undone) for entry in undone),
        "undone": [{"events": [*entry.undone], "reason": entry.reason} for entry in undone],
        "retaken": [{"event": number, "reason": reason} for number, reason in text.retaken],
        "throws": dict(Counter(answer.by for answer in answers if isinstance(answer, Thrown))),
        "decisions": dict(Counter(answer.by for answer in answers if isinstance(answer, Decided))),
        "actions": dict(Counter(event.by for event in events if event.action)),
        "overrides": sum(len(event.overrides) for event in told),
        "seed": text.seed,
        "sealed": None if text.seal is None else {"commitments": [*text.seal.commitments], "is_revealed": is_revealed},
        "played_by": rules_in_force(text.game),
        "winner": None if result is None else result.winner,
        "is_over": result is not None,
    }


def scenario_in_force(text: MatchText[Any, Any, Any]) -> str | None:
    """Return the id of the scenario, as ``rcw play`` takes it; None if it does not come with the ruleset as it is."""
    scenarios = text.game.scenarios
    found = (f"{text.game.ruleset.id}/{name}" for name, made in scenarios.items() if made() == text.scenario)
    return next(found, None)


def rules_in_force(game: Game[Any, Any, Any]) -> list[str]:
    """Return what is otherwise than in the book: options that are not at their default, charts, house rules."""
    ruleset = game.ruleset
    book, here = unstructure(type(ruleset.options)()), unstructure(ruleset.options)
    found = [f"the option {name} {_briefly(value)}" for name, value in here.items() if value != book[name]]
    found += [f"another chart {id}" for id in ruleset.replaced_charts]
    if ruleset.house is not None:
        found.append(f"the house rules {ruleset.house.title!r}")
    return found


def _briefly(value: Any) -> str:
    """Return the value of an option in a few words: of a table, where it comes from."""
    if is_object(value):
        return repr(value.get("source") or value.get("title") or "of your own")
    told = in_text(value)
    return told if len(told) <= _MOST_OF_AN_OPTION else f"{told[:_MOST_OF_AN_OPTION]}..."


def proof_lines(
    name: str,
    text: MatchText[Any, Any, Any],
    match: Match[Any, Any, Any],
    *,
    is_revealed: bool,
    signatures: Sequence[Signature] = (),
) -> list[str | TextTable]:
    """Return the same in words, with who vouches for it."""
    data = proof_data(text, match, is_revealed=is_revealed)
    proved = [
        "every line follows on the one before it, as it was written",
        "every action was legal, and its result, its words and its state are what comes of its dice and decisions",
    ]
    if text.seed is not None:
        proved.append(f"every face is that of the seed {text.seed}")
    if text.seal is not None and is_revealed:
        proved.append("every sealed face follows from the seeds that were committed to")
    if text.seal is not None:
        proved += ["sealed with the commitments, to compare with those published:", *text.seal.commitments]
    proved += [f"signed {signature}" for signature in signatures]
    words = ["who decided what, and who wrote the file"]
    if signatures:
        words = ["who decided what, but for the word of those who signed"]
    if not data["is_over"]:
        words.append("that the match did not go on: it is not over")
    if text.seed is not None:
        words.append("that nobody tried several seeds")
    scenario = data["scenario"] or f"{title_of(text)!r}, which does not come with the ruleset"
    words.append(f"that you agreed to the scenario {scenario}")
    words += [f"that you agreed to {rule}" for rule in data["played_by"]]
    thrown = {entry.number for entry in text.entries if isinstance(entry, Event) and _was_thrown(entry)}
    for entry in text.entries:
        if isinstance(entry, Undo) and thrown & {*entry.undone}:
            numbers = ", ".join(str(number) for number in entry.undone if number in thrown)
            words.append(f"that the dice of event {numbers} were to be taken back: {in_one_line(entry.reason)}")
    for number, reason in text.retaken:
        words.append(
            f"that a die of event {number} was to be taken back{f': {reason}' if reason else ', without a reason'}"
        )
    throws = data["throws"]
    if is_revealed:
        throws = {by: count for by, count in throws.items() if by != "sealed"}
    if text.seal is not None and not is_revealed:
        words.append("the sealed faces, until every seed is revealed: rcw match verify --seed SEED:SALT")
        throws = {by: count for by, count in throws.items() if by != "sealed"}
    if text.seed is None and throws:
        words.append(f"the dice: {', '.join(f'{count} {by}' for by, count in sorted(throws.items()))}")
    if data["overrides"]:
        words.append(f"{data['overrides']} overrides of the referee, with their reasons")
    rows = [
        *(("proved" if number == 0 else "", line) for number, line in enumerate(proved)),
        *(("not proved" if number == 0 else "", line) for number, line in enumerate(words)),
    ]
    back = f", {data['taken_back']} of them taken back" if data["taken_back"] else ""
    return [f"{name} is verified: {data['events']} events{back}", TextTable(rows, indent=2)]
