"""Proofs: certificates of answers, and a checker that does not rely on the solver.

>>> from huarong.proof import check, prove
>>> theorem = check(prove("A./../goal:/../.A", "step").data)
>>> print(theorem.splitlines()[-2])
Theorem. 2 steps solve it, and no fewer do; there are 2 ways to do so.
"""

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.proof.certificate import (
        MAX_LAYOUTS as MAX_LAYOUTS,
        Certificate as Certificate,
        UncheckableError as UncheckableError,
        certify as certify,
        prove as prove,
    )
    from huarong.proof.checker import Refused as Refused, check as check

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {"proof.certificate": "Certificate MAX_LAYOUTS UncheckableError certify prove", "proof.checker": "Refused check"},
)
