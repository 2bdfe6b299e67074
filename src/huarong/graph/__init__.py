"""Search of any graph that can be described in Python, including sliding puzzles.

A graph is any object with `neighbours(state)`, which returns the states one move away in any order. It may also have

    is_goal(state)      whether a state is solved, if no goal state is given
    cost(state, next)   what the move costs, at least 0; 1 if there is no such method
    heuristic(state)    a lower bound on the cost to a goal; `math.inf` if no path leads to one
    key(state)          a hashable value, equal for equal states; the state itself if there is no such method
    goal_states()       all goal states, for a search from both ends without a given goal
    before(state)       the states from which one move leads to the state, if moves are not reversible

`docs/en/explanation/graph.md` works through an example. A puzzle may take the place of the graph, without a start. The
compiled engine then searches it: `bfs("横刀立马")` is `huarong.solve("横刀立马", method="bfs")`.

>>> from huarong import graph
>>> class Double:
...     def neighbours(self, n): return [2 * n, n + 1]
>>> graph.bfs(Double(), 1, 11).path
(1, 2, 4, 5, 10, 11)
"""

from huarong.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
