"""The ASGI application that gunicorn serves: Django in a few threads behind one loop."""

from wk.wsgi import application as wsgi  # isort: skip  it loads Django first

from django.conf import settings

from wk.core.middleware import MOST_BODY
from wk.publication.ready import may_be_ready, ready_answer
from wk.publication.versions import current_versions
from wk.serving.ready import Ready
from wk.serving.threads import ThreadedApplication

application = ThreadedApplication(
    wsgi,
    session=settings.SESSION_COOKIE_NAME,
    most_body=MOST_BODY,
    # A second laptop has no public pages until it takes over.
    ready=None if settings.IS_FOLLOWING else Ready(may_be_ready, current_versions, ready_answer),
)
