"""HTML in a form that tests can compare, and the messages of a page."""

import re

from django.contrib.messages import get_messages

BLOCK = r"</?(?:p|h[1-6]|ul|ol|li|div|section|table|thead|tbody|tfoot|tr|td|th|button)\b[^>]*>"


def on_one_line(html):
    """Return HTML with single spaces and none before the end of a tag."""
    return " ".join(html.split()).replace(" >", ">")


def without_space_beside_blocks(html):
    """Return HTML on one line without spaces beside blocks."""
    return re.sub(rf" ?({BLOCK}) ?", r"\1", on_one_line(html))


def messages_of(response):
    """Return the messages of an answer, as `messages_with_level` does, without their levels."""
    return [text for _level, text in messages_with_level(response)]


def messages_with_level(response):
    """Return the level and the text of each message on a page that answered, or of each that a
    redirect left for the next page: to make that page takes longer than most tests."""
    if response.status_code == 302:
        shown = get_messages(response.wsgi_request)._queued_messages
    else:
        shown = response.context["messages"]
    return [(message.level_tag, str(message)) for message in shown]


def last_message_level(response):
    """Return the level of the last message that an answer left for the next page."""
    return [*get_messages(response.wsgi_request)][-1].level_tag
