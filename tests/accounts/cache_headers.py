"""What a browser or a proxy may do with an answer."""


def caching_directive(response) -> str:
    """Return "no-store" or "public" if the Cache-Control header of a response says so."""
    directives = response.headers.get("Cache-Control", "").replace(" ", "").split(",")
    return next((each for each in ("no-store", "public") if each in directives), "")
