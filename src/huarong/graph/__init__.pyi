from huarong.graph.breadth_first import bfs as bfs, bidirectional as bidirectional
from huarong.graph.deepening import idastar as idastar
from huarong.graph.graph import Graph as Graph, Watcher as Watcher
from huarong.graph.listing import paths as paths
from huarong.graph.ordered import (
    ORDERS as ORDERS,
    HeuristicError as HeuristicError,
    astar as astar,
    best_first as best_first,
    dijkstra as dijkstra,
    weighted as weighted,
)
from huarong.graph.route import Route as Route
