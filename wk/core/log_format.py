"""Log lines as JSON, for whoever gathers the logs of several machines (LOG_FORMAT=json)."""

import json
import logging
from datetime import UTC, datetime


class JsonLine(logging.Formatter):
    """Writes a log record as one line of JSON.

    Its keys are `time` (UTC), `level`, `logger` and `message`, and `error` with the traceback.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without its end."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
