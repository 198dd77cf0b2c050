"""
How a season proceeds: what follows from the outcome of a match, from a decision, or when a director starts an episode.

Pure functions over the course: the same course, time, ids and draws give the same facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, get_args

from engines.catalogue import GAMES
from engines.kit import Chance, Consequence, SeatId
from server.access.player import Person
from server.logs.directing.facts import Drawn
from server.organising.series import facts
from server.organising.series.course import Course, DecisionCourse, EpisodeCourse
from server.organising.series.plan import EpisodeTerms
from server.runtime.times import parse_timestamp, timestamp

_ABOUTS: Final[tuple[facts.About, ...]] = get_args(facts.About)
"""What is decided before a death match, in order."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """
    The inputs of a season's next steps.

    The time, ids for new matches, the draws of an episode, the seed (published at the end), and the hash of the last
    entry, if facts have it.
    """

    now: datetime
    ids: Iterator[str]
    chance: Callable[[int], Chance]
    seed: bytes
    head: str | None


def proceed(course: Course, inputs: Inputs, *, by_word: bool = False) -> list[facts.SeriesFact]:
    """
    Return all that follows now, until the season waits for a match, a decision, its time or a director.

    `by_word`: a director starts the next episode.
    """
    played: list[facts.SeriesFact] = []
    while step := _next(course, inputs, by_word=by_word):
        for fact in step:
            course = course.fold(fact)
        by_word = False
        played += step
    return played


def _next(course: Course, inputs: Inputs, *, by_word: bool) -> list[facts.SeriesFact]:
    episode = course.open_episode
    if episode is None:
        begins = by_word or (course.status == "running" and course.terms.start == "when_done")
        return _begin(course, inputs) if begins and course.next_terms is not None else []
    if course.status != "running" or episode.main.how is None:
        return []
    number, terms = episode.number, course.terms.episodes[episode.number - 1]
    if course.next_terms is None:
        return [_over(course, episode, inputs)]
    if terms.finalists is not None:
        finalists = (*(episode.heaven_next or ()), *(episode.hell_next or ()))
        leaving = [each.id for each in course.staying if each.id not in finalists]
        return [*(facts.EntrantLeft(entrant, number, "no_finalist") for entrant in leaving), facts.EpisodeDone(number)]
    if terms.death is None:
        return [facts.EpisodeDone(number)]
    if episode.death is None:
        return _towards_death(course, episode, terms.death, inputs)
    if episode.death.loser is None:
        return []
    return [facts.EntrantLeft(episode.death.loser, number, "death_match"), facts.EpisodeDone(number)]


# Main matches


def _begin(course: Course, inputs: Inputs) -> list[facts.SeriesFact]:
    """Begin the next episode: the entrants of each realm get its seats by lot."""
    number = len(course.episodes) + 1
    terms, chance = course.terms.episodes[number - 1], inputs.chance(number)
    everyone = [each.id for each in course.staying]
    heaven = course.heaven or course.in_order(chance.pick("heaven", everyone, terms.heaven))
    hell = tuple(entrant for entrant in everyone if entrant not in heaven)
    seats = _seats(course, number, terms, {"heaven": heaven, "hell": hell}, chance)
    marked = tuple(each for each in everyone if course.marks.get(each, 0) >= number)
    drawn = [Drawn(draw.label, draw.candidates, draw.picks) for draw in chance.draws]
    return [*drawn, facts.EpisodeBegun(number, heaven, hell, next(inputs.ids), seats, marked, inputs.head)]


def _seats(
    course: Course, number: int, terms: EpisodeTerms, realms: Mapping[str, Sequence[facts.EntrantId]], chance: Chance
) -> dict[SeatId, facts.EntrantId]:
    engine = GAMES[terms.match.game]
    seats = engine.seats(engine.read_options(course.episode_options[number]))
    if terms.seats is not None:
        finalists = {f"finalist:{realm}": entrant for realm, (entrant,) in realms.items()}
        return {seat.id: finalists[terms.seats[seat.id]] for seat in seats}
    lots = {realm: iter(chance.pick(f"seats:{realm}", list(own), len(own))) for realm, own in realms.items()}
    return {seat.id: next(lots[seat.realm or ""]) for seat in seats}


def end_main_match(
    course: Course,
    how: facts.How,
    rank: Mapping[facts.EntrantId, int],
    consequences: Mapping[facts.EntrantId, list[Consequence]],
    by: Person | None = None,
) -> list[facts.SeriesFact] | None:
    """Return the facts that follow from the outcome of the open main match; None if it does not fit the plan."""
    episode = course.open_episode
    if episode is None:
        raise AssertionError("only in an open episode a main match ends")
    everyone = course.in_order((*episode.heaven, *episode.hell))
    if any(entrant not in rank for entrant in everyone):
        return None
    done = facts.MainMatchDone(
        episode.number,
        how,
        {entrant: rank[entrant] for entrant in everyone},
        {entrant: list(consequences.get(entrant, ())) for entrant in everyone},
        by,
    )
    if course.next_terms is None:
        return [done] if len(_best(done.rank)) == 1 else None
    settled = _settle_realms(course, episode, everyone, done)
    return None if settled is None else [done, settled]


def _settle_realms(
    course: Course, episode: EpisodeCourse, everyone: Sequence[facts.EntrantId], done: facts.MainMatchDone
) -> facts.RealmsSettled | None:
    """Return who is in which realm next; None if that does not fit the plan."""
    terms, after = (course.terms.episodes[number] for number in (episode.number - 1, episode.number))

    def having(consequence: Consequence) -> tuple[facts.EntrantId, ...]:
        return tuple(each for each in everyone if consequence in done.consequences[each])

    if terms.finalists is not None:
        heaven, hell = (
            tuple(each for each in having("winner") if each in realm) for realm in (episode.heaven, episode.hell)
        )
        fits = (len(heaven), len(hell)) == (1, 1)
        return facts.RealmsSettled(episode.number, heaven, hell, None, ()) if fits else None
    heaven = {"ascends": having("ascends"), "winner": having("winner"), "stays": episode.heaven}[
        terms.heaven_next or "stays"
    ]
    hell = tuple(each for each in everyone if each not in heaven)
    if (len(heaven), len(hell) - (terms.death is not None)) != (after.heaven, after.hell):
        return None
    if terms.death is None:
        return facts.RealmsSettled(episode.number, heaven, hell, None, ())
    candidates = having("elimination_candidate")
    if len(candidates) != 1 or candidates[0] not in hell:
        return None
    (candidate,) = candidates
    spared = tuple(each for each in having("token_of_life") if each in hell and each != candidate)
    if course.terms.token_spares is None or len(spared) == len(hell) - 1:
        spared = ()  # Somebody must play the death match.
    return facts.RealmsSettled(episode.number, heaven, hell, candidate, spared)


def stop(course: Course, because: facts.StoppedBecause) -> list[facts.SeriesFact]:
    """Stop the season until a director decides the open match."""
    episode, match = course.open_episode, course.open_match
    if episode is None or match is None:
        raise AssertionError("only the outcome of an open match stops a series")
    return [facts.SeriesStopped(episode.number, match.name, because)]


def _best(rank: Mapping[facts.EntrantId, int]) -> list[facts.EntrantId]:
    return [entrant for entrant, own in rank.items() if own == min(rank.values())]


def _over(course: Course, episode: EpisodeCourse, inputs: Inputs) -> facts.SeriesOver:
    """End the season: the winner of the last match is first, the others are placed by how long they stayed."""
    (winner,) = _best(episode.main.rank)
    stayed = {each.id: each.left_in or episode.number for each in course.entrants.values()}
    ahead = sorted((each for each in stayed if each != winner), key=lambda each: -stayed[each])
    places = [(2 + sum(stayed[other] > stayed[each] for other in ahead), each) for each in ahead]
    return facts.SeriesOver(winner, ((1, winner), *places), inputs.seed.hex(), inputs.head)


# Decisions and death matches


def _towards_death(course: Course, episode: EpisodeCourse, kind: str, inputs: Inputs) -> list[facts.SeriesFact]:
    """Close the open decision if it is time, ask the next one, or begin the death match."""
    decision = course.open_decision
    if decision is not None:
        return _close(course, episode, decision, inputs)
    seats = course.terms.deaths[kind].seats
    about = next(
        (each for each in _ABOUTS if each not in episode.decided and (each == "pick" or each in seats.values())), None
    )
    if about is not None:
        return [_ask(course, episode, about, inputs.now)]
    who: dict[str, facts.EntrantId | None] = {"candidate": episode.candidate, "opponent": episode.opponent}
    for each, chosen in episode.decided.items():
        who[each] = chosen
    engine = GAMES[course.terms.deaths[kind].match.game]
    own = engine.seats(engine.read_options(course.death_options[kind]))
    sitting = {seat.id: entrant for seat in own if (entrant := who[seats[seat.id]]) is not None}
    return [facts.DeathMatchBegun(episode.number, next(inputs.ids), sitting)]


def _ask(course: Course, episode: EpisodeCourse, about: facts.About, now: datetime) -> facts.DecisionAsked:
    candidate, opponent = episode.candidate, episode.opponent
    entrant = opponent if about == "partner:opponent" else candidate
    if entrant is None:
        raise AssertionError("a death match has a candidate, and partners are chosen after the opponent")
    if about == "pick":
        choices = tuple(each for each in episode.hell_next or () if each != candidate and each not in episode.spared)
    else:
        choices = tuple(each for each in episode.heaven_next or () if each not in episode.decided.values())
    at_once = len(choices) == 1 or course.entrants[entrant].player is None
    ends = course.rests_of(entrant).end_of(now, timedelta(seconds=course.terms.pick.seconds))
    until = None if at_once else timestamp(ends)
    return facts.DecisionAsked(len(course.decisions) + 1, episode.number, about, entrant, choices, until)


def _close(course: Course, episode: EpisodeCourse, decision: DecisionCourse, inputs: Inputs) -> list[facts.SeriesFact]:
    """Close a decision that is made, or for which nobody needs to wait; empty otherwise."""
    by_bot = course.entrants[decision.entrant].player is None
    over = decision.until is not None and parse_timestamp(decision.until) <= inputs.now
    if len(decision.choices) == 1:
        return [facts.DecisionClosed(decision.number, decision.choices[0], "only_choice")]
    if not (by_bot or over or (decision.choice is not None and course.terms.pace == "eager")):
        return []
    if decision.choice is not None:
        return [facts.DecisionClosed(decision.number, decision.choice, "made")]
    chance = inputs.chance(episode.number)
    choice = _default(course, episode, decision, chance)
    drawn = [Drawn(draw.label, draw.candidates, draw.picks) for draw in chance.draws]
    return [*drawn, facts.DecisionClosed(decision.number, choice, "bot" if by_bot else "silent")]


def _default(course: Course, episode: EpisodeCourse, decision: DecisionCourse, chance: Chance) -> facts.EntrantId:
    """Return who is chosen if nobody decides: the worst of the main match, by lot among equals; or anyone by lot."""
    worst: Sequence[facts.EntrantId] = decision.choices
    if decision.about == "pick" and course.terms.pick.silent == "worst_rank":
        rank = episode.main.rank
        last = max(rank[each] for each in decision.choices)
        worst = [each for each in decision.choices if rank[each] == last]
    return worst[0] if len(worst) == 1 else chance.one(f"decision:{decision.number}", worst)


def end_death_match(
    course: Course, how: facts.How, loser: facts.EntrantId, by: Person | None = None
) -> list[facts.SeriesFact]:
    """Return the facts that follow from the end of the open death match."""
    episode = course.open_episode
    if episode is None:
        raise AssertionError("only in an open episode a death match ends")
    return [facts.DeathMatchDone(episode.number, how, loser, by)]


def loser_of(course: Course, rank: Mapping[facts.EntrantId, int]) -> facts.EntrantId | None:
    """Return who has lost the open death match, by its ranks; None if candidate and opponent are level."""
    episode = course.open_episode
    pair = () if episode is None else (episode.candidate, episode.opponent)
    ranks = {each: rank.get(each, 0) for each in pair if each is not None}
    if len(set(ranks.values())) < 2:
        return None
    return max(ranks, key=lambda each: ranks[each])
