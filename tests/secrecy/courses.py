"""Two courses of one match that a viewer cannot tell apart, though the others act differently: what is to be played."""

from __future__ import annotations

from random import Random

from engines.catalogue import GAMES
from engines.contract import HOST, Viewer
from tests.engines.table import SEED
from tests.secrecy.search import Course, Search, bring_about, resolved, some_course
from tests.secrecy.world import Fate, Terms, World


def indistinguishable(
    game: str, variant: str, viewer: Viewer, random: Random, phases: int
) -> tuple[list[Course], list[Course]]:
    """
    Two courses, phase by phase, with the same draws: those of a server whose seed is `SEED`.

    The viewer does the same in both. They end after this many phases, or where the match ends, or where nothing that
    the others might do would tell the viewer the same.
    """
    options = GAMES[game].options(variant, {})
    terms = Terms(GAMES[game], variant, options, HOST, show_submitted=False, open_log=False, spectator_lag=0)
    one, other = World(terms, viewer, SEED, Random("one")), World(terms, viewer, SEED, Random("other"))
    for world in (one, other):
        world.start(Fate(SEED, SEED))
    courses: tuple[list[Course], list[Course]] = ([], [])
    while one.state.phase is not None and len(courses[0]) < phases:
        course = some_course(one, SEED, random)
        others = [seat for seat in course.finals if seat != viewer]
        search = Search(other, course, one.may_know(resolved(one, course)), others, labels=(), seed=SEED)
        found = search.run(random)
        if found is None:
            break
        for world, chosen, played in ((one, course, courses[0]), (other, found, courses[1])):
            # Of a phase that opens when its time is up, nobody sees more than that it was closed.
            if world.has_time:
                played.append(chosen)
            bring_about(world, chosen)
            world.close(chosen.fate)
    return courses
