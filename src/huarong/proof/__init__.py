"""Proofs: certificates of answers, and a checker that does not rely on the solver.

>>> from huarong.proof import check, prove
>>> theorem = check(prove("A./../goal:/../.A", "step").data)
>>> print(theorem.splitlines()[-2])
Theorem. 2 steps solve it, and no fewer do; there are 2 ways to do so.
"""

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.proof.certificate import MAX_LAYOUTS, Certificate, UncheckableError, certify, prove
    from huarong.proof.checker import Refused, check

__all__ = ["MAX_LAYOUTS", "Certificate", "Refused", "UncheckableError", "certify", "check", "prove"]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "MAX_LAYOUTS": "huarong.proof.certificate",
        "Certificate": "huarong.proof.certificate",
        "Refused": "huarong.proof.checker",
        "UncheckableError": "huarong.proof.certificate",
        "certify": "huarong.proof.certificate",
        "check": "huarong.proof.checker",
        "prove": "huarong.proof.certificate",
    },
)
