from huarong.explore.engines import ENGINES as ENGINES, Engine as Engine, run as run
from huarong.explore.exploration import Exploration as Exploration, Resources as Resources
from huarong.explore.from_goals import hardest_from_goals as hardest_from_goals
