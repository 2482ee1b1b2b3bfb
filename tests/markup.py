"""HTML as tests compare it, wherever a template breaks its lines."""


def on_one_line(html):
    """Return HTML with single spaces, and none before the end of a tag."""
    return " ".join(html.split()).replace(" >", ">")
