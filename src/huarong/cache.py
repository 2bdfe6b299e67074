"""Where expensive results are kept on disk: the user's cache folder, or the one that `HUARONG_CACHE` names."""

import os
from pathlib import Path


def folder(part: str) -> Path:
    """The folder of one part of the cache, such as `"atlas"`; it need not exist yet.

    >>> folder("tables").name
    'tables'
    """
    root = os.environ.get("HUARONG_CACHE")
    if root:
        return Path(root) / part
    import platformdirs

    return platformdirs.user_cache_path("huarong") / part
