"""Perfect matchings of greatest weight."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeAlias

Edge: TypeAlias = tuple[int, int, int]
"""Two vertices, the lower first, and what it costs to match them."""


def max_bits(vertices: int) -> int:
    """
    Return how many bits a cost may have.

    The matching computes with 127 bits and a sign, and overflows silently. Its dual variables may exceed the greatest
    weight by a factor of half the number of vertices, and it adds two of them.
    """
    return 126 - (vertices + 4).bit_length()


def heaviest_matching(vertices: int, edges: Iterable[Edge]) -> set[tuple[int, int]] | None:
    """
    Return a perfect matching of least cost, each pair with the lower vertex first; None if no perfect matching exists.

    If there are several, any of them is returned. The search holds the interpreter's lock.

    Args:
        vertices: How many, numbered from 0.
        edges: There may be a million.
    """
    matching: set[tuple[int, int]] = set()
    for part in _parts(vertices, edges):
        matching |= _matching(part)
    return matching if 2 * len(matching) == vertices else None


def _parts(vertices: int, edges: Iterable[Edge]) -> list[list[Edge]]:
    """Return the edges by connected parts of the graph, which are faster to match one by one."""
    first = list(range(vertices))

    def root(vertex: int) -> int:
        while first[vertex] != vertex:
            first[vertex] = vertex = first[first[vertex]]
        return vertex

    edges = list(edges)
    for one, other, _ in edges:
        if first[one] != first[other]:
            first[root(one)] = root(other)
    parts: dict[int, list[Edge]] = defaultdict(list)
    for edge in edges:
        parts[root(edge[0])].append(edge)
    return list(parts.values())


def _matching(edges: list[Edge]) -> set[tuple[int, int]]:
    greatest = max(cost for _, _, cost in edges)
    vertices = sorted({vertex for one, other, _ in edges for vertex in (one, other)})
    places = {vertex: place for place, vertex in enumerate(vertices)}
    import rustworkx

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(vertices)
    graph.add_edges_from([(places[one], places[other], greatest - cost) for one, other, cost in edges])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return {(vertices[min(pair)], vertices[max(pair)]) for pair in matching}
