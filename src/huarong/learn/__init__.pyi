from huarong.learn.environments import (
    EpisodeTerms as EpisodeTerms,
    PuzzleEnv as PuzzleEnv,
    PuzzleVectorEnv as PuzzleVectorEnv,
)
