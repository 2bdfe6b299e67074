"""The museum: the systems of the literature, rebuilt as programs that run side by side.

Each exhibit is one article's own design in plain Python. `ARTICLES` lists the articles, `EXHIBITS` the exhibits. `show`
describes an exhibit, and `compare` runs several on one puzzle. `claims` has every claim of the articles with a verdict;
`docs/en/explanation/study.md` is made from it. Huarong's solvers do not use these modules.
"""

from huarong.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
