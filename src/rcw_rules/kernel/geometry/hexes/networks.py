"""What hangs together on a map of hexes: railway nets that are open or cut, and groups of hexes within reach.

>>> from rcw_rules.kernel.geometry.hexes.maps import Railway
>>> board = HexMap(
...     title="A line",
...     grid=HexGrid(columns=6, rows=3),
...     railways=(Railway(hexes=("0102", "0202", "0303", "0402", "0503"), tracks=2), Railway(hexes=("0303", "0302"))),
... )
>>> net = RailNet(board)
>>> link = net.link("0302", board.grid.edge("west"))
>>> assert link is not None
>>> link.places
('0302', '0303', '0202', '0102')
>>> net.link("0302", board.grid.edge("west"), is_open=lambda place: place != "0202") is None
True
>>> net.pieces(is_open=lambda place: place != "0303")
(('0102', '0202'), ('0302',), ('0402', '0503'))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from rcw_rules.kernel.geometry import search
from rcw_rules.kernel.geometry.hexes.grid import HexGrid
from rcw_rules.kernel.geometry.hexes.maps import HexMap
from rcw_rules.kernel.geometry.map_data import require_distance
from rcw_rules.kernel.geometry.reports import Path


class RailNet:
    """The railways of a map as one net, whole or only where it has enough tracks.

    Attributes:
        map: The map.
        tracks: The least number of tracks that counts: 2 leaves double track alone.
        hexes: The hexes of the net, in the order of the map.
    """

    __slots__ = ("_beside", "hexes", "map", "tracks")

    def __init__(self, map: HexMap, *, tracks: int = 1) -> None:  # noqa: A002 - it is the map
        self.map: HexMap = map
        self.tracks: int = tracks
        self.hexes: tuple[str, ...] = map.rail_hexes(tracks=tracks)
        self._beside: dict[str, tuple[str, ...]] = {
            place: map.rail_neighbours(place, tracks=tracks) for place in self.hexes
        }

    def neighbours(self, place: str) -> tuple[str, ...]:
        """Return the hexes that the net joins to a hex, clockwise from north; none for a hex off the net."""
        self.map.grid.require(place)
        return self._beside.get(place, ())

    def pieces(self, *, is_open: Callable[[str], bool] = lambda _: True) -> tuple[tuple[str, ...], ...]:
        """Return the connected pieces of what is open of the net.

        Args:
            is_open: Whether a hex of the net may be used.

        Returns:
            The hexes of each piece in the order of the map, the pieces in the order of their first hexes.
        """
        open_hexes = [place for place in self.hexes if is_open(place)]
        return _components(open_hexes, ((place, other) for place in open_hexes for other in self._beside[place]))

    def link(
        self, start: str, targets: Iterable[str], *, is_open: Callable[[str], bool] = lambda _: True
    ) -> Path[str] | None:
        """Return the shortest path along the net to the nearest of the targets, each step at a cost of 1.

        Every hex of the path must be open, the first and the last included. Of targets that are equally near, the one
        that the search reaches first counts.

        Args:
            start: The hex that it begins in.
            targets: The hexes to get to; those off the net cannot be reached.
            is_open: Whether a hex of the net may be used. It is asked at most once for each hex.

        Returns:
            The path, or None where there is none, or where *start* is not on the net.

        Raises:
            UnknownNameError: The map has no hex *start*, or lacks one of the targets.
        """
        self.map.grid.require(start)
        wanted = self.map.grid.require_all(targets)
        if start not in self._beside:
            return None
        closed = tuple(place for place in self.hexes if not is_open(place))
        if start in closed:
            return None
        steps = {place: [(other, 1) for other in beside] for place, beside in self._beside.items()}
        reach = search.reachable(start, None, steps.__getitem__, closed=closed)
        nearest = next((place for place in reach if place in wanted), None)
        return None if nearest is None else reach.path(nearest)


def groups_within(
    grid: HexGrid, places: Iterable[str], distance: int, *, closed: Collection[str] = ()
) -> tuple[tuple[str, ...], ...]:
    """Return the groups that hexes form when each is linked to every other at most so many steps away.

    Links chain: two hexes are in one group if links lead from one to the other over others of the group. A link is the
    shortest way on the map around closed hexes, whatever the terrain; the hexes that it joins never count as closed.

    >>> grid = HexGrid(columns=12, rows=4)
    >>> groups_within(grid, ["0101", "0401", "0701", "1101"], 3)
    (('0101', '0401', '0701'), ('1101',))

    Args:
        grid: The hexes.
        places: The hexes to group, such as those of a formation's units. One that is listed twice counts once.
        distance: The most steps that a link may be long.
        closed: The hexes that no link may pass through, such as those that enemies hold.

    Returns:
        The hexes of each group, and the groups by their first hexes, in the order in which the hexes were listed.

    Raises:
        UnknownNameError: The grid lacks one of the hexes, or of the closed ones.
        ValueError: The distance is negative or no whole number.
    """
    require_distance(distance)
    members = tuple(dict.fromkeys(places))
    barred = grid.require_all(closed).difference(members)
    links: list[tuple[str, str]] = []
    for member in members:
        reach = grid.reachable(member, distance, closed=barred)
        links.extend((member, other) for other in members if other in reach)
    return _components(members, links)


def _components(places: Collection[str], links: Iterable[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """Return the connected components of a graph, each and all in the order of *places*."""
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(places)
    known = frozenset(places)
    graph.add_edges_from((one, other) for one, other in links if other in known)
    order = {place: index for index, place in enumerate(places)}
    pieces = (sorted(piece, key=order.__getitem__) for piece in nx.connected_components(graph))
    return tuple(sorted((tuple(piece) for piece in pieces), key=lambda piece: order[piece[0]]))
