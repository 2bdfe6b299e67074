"""Proofs: certificates of answers, and a checker that does not rely on the solver.

>>> from huarong.proof import check, prove
>>> theorem = check(prove("A./../goal:/../.A", "step").data)
>>> print(theorem.splitlines()[-2])
Theorem. 2 steps solve it, and no fewer do; there are 2 ways to do so.
"""

from huarong.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
