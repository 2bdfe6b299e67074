from huarong.study.traces.shows import SHOWS as SHOWS, Show as Show, trace as trace
from huarong.study.traces.tape import Tape as Tape, Trace as Trace
