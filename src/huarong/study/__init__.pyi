from huarong.study.articles import ARTICLES as ARTICLES, Article as Article, article as article
from huarong.study.claim import VERDICTS as VERDICTS, Claim as Claim, claims as claims
from huarong.study.comparison import Comparison as Comparison, Result as Result, compare as compare
from huarong.study.lv.levels import widest_levels as widest_levels
from huarong.study.ma import listing as listing
from huarong.study.poos.intermediate import stations as stations
from huarong.study.poos.keys import key_points as key_points
from huarong.study.record import Exhibit as Exhibit, Found as Found
from huarong.study.registry import EXHIBITS as EXHIBITS, exhibit as exhibit, show as show
from huarong.study.zhou import TableRow as TableRow, hardest_eight as hardest_eight
from huarong.study.zhou_file import ZhouFile as ZhouFile
