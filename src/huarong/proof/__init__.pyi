from huarong.proof.certificate import (
    MAX_LAYOUTS as MAX_LAYOUTS,
    Certificate as Certificate,
    UncheckableError as UncheckableError,
    certify as certify,
    prove as prove,
    verify as verify,
)
from huarong.proof.checker import Refused as Refused, check as check
