"""Search of any graph that can be described in Python; sliding puzzles are such graphs too.

A graph is any object with `neighbours(state)`, the states one move away, in an order of its choice. It may
also have

    is_goal(state)      whether a state is solved, where no goal state is given
    cost(state, next)   what the move costs, at least 0; 1 if there is no such method
    heuristic(state)    a lower bound on the cost to a goal; `math.inf` where no path leads to one
    key(state)          a hashable value, equal for equal states; the state itself if there is no such method
    goal_states()       all goal states, for a search from both ends without one
    before(state)       the states from which one move leads to the state, where moves are not reversible

`docs/en/explanation/graph.md` works through an example. A puzzle in place of the graph (without a start) is searched by
the compiled engine: `bfs("横刀立马")` is `huarong.solve("横刀立马", method="bfs")`.

>>> from huarong import graph
>>> class Double:
...     def neighbours(self, n): return [2 * n, n + 1]
>>> graph.bfs(Double(), 1, 11).path
(1, 2, 4, 5, 10, 11)
"""

from huarong.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
