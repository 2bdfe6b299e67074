from huarong.limits import Progress as Progress
from huarong.model.impossible import why_unsolvable as why_unsolvable
from huarong.model.puzzle import Solution as Solution, Why as Why
from huarong.search.all_paths import count as count, paths as paths
from huarong.search.distances import Distances as Distances
from huarong.search.pattern_database import Heuristic as Heuristic
from huarong.search.select import METHODS as METHODS, Method as Method, MethodName as MethodName
from huarong.search.solver import solve as solve
