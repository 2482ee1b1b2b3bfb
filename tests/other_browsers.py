"""Firefox and WebKit, as the system has them: real browsers behind one small face.

Both understand what the W3C wrote down for driving browsers, each in its own dialect: Firefox by
WebDriver BiDi (a socket), WebKit by the older WebDriver (requests).
"""

import json
import os
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory

from websocket import create_connection

PATIENCE = 30  # seconds that a page may take
ANSWER = 60  # seconds that a driver may take, for many keys at once
PAUSE = 0.05  # seconds between two looks at a page
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c"}
ENGLISH = {"LANG": "en_US.UTF-8", "LC_ALL": "en_US.UTF-8"}  # what WebKit asks pages for
SCREEN = "1366x900x24"
# WebKit draws without OpenGL: on a machine without a graphics card Mesa would do it by software, in
# several threads, and one of them has crashed the page.
PLAIN = {"WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
PREFERENCES = {
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en",
}
# Where the middle of something is, once it is in sight; an error where it is covered or not there.
MIDDLE = """(() => {
  const wanted = document.querySelector(%s);
  wanted.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = wanted.getBoundingClientRect();
  const middle = [Math.floor(x + width / 2), Math.floor(y + height / 2)];
  if (!wanted.contains(document.elementFromPoint(...middle))) throw new Error("covered");
  return middle;
})()"""

SHOWS = """document.readyState === "complete"
  && document.querySelector(%s).getClientRects().length > 0"""


class NotDone(Exception):
    """The browser says why it did not do what it was asked."""


def soon(look, *not_yet):
    """Look again and again until there is something, and return it; these errors mean that there
    is nothing yet."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(*not_yet):
            if found := look():
                return found
        time.sleep(PAUSE)
    raise TimeoutError


class OtherBrowser:
    """A browser with one window. Those below say how it opens an address, works out a piece of
    JavaScript, and does what hands do."""

    programs: tuple[str, ...]

    @classmethod
    def missing(cls):
        """Return the programs that this system does not have."""
        return [name for name in cls.programs if not shutil.which(name)]

    def __init__(self):
        self.folder = TemporaryDirectory(ignore_cleanup_errors=True)
        self.environment = os.environ | ENGLISH | {"HOME": self.folder.name}
        self.processes = []
        self.line = None  # to what drives the browser
        try:
            self.begin()
        except BaseException:
            self.close()
            raise

    def start(self, *command, **options):
        """Start a program that ends with this browser; what it mutters is of no use."""
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(command, env=self.environment, **quiet, **options)
        self.processes.append(process)

    def end(self):
        """End all that was started, the last one first."""
        if self.line:
            self.line.close()
        while self.processes:
            process = self.processes.pop()
            process.terminate()
            process.wait()

    def close(self):
        """End the browser, and forget what it stored."""
        self.end()
        self.folder.cleanup()

    def text(self, selector):
        return self.run(f"document.querySelector({json.dumps(selector)}).innerText")

    def click(self, selector):
        x, y = self.run(MIDDLE % json.dumps(selector))
        at_it = {"type": "pointerMove", "x": x, "y": y, "origin": "viewport"}
        down, up = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        self.act({"type": "pointer", "id": "pointer", "actions": [at_it, down, up]})

    def press(self, *keys):
        """Press keys one after the other, wherever the focus is."""
        values = [KEYS.get(key, key) for key in keys]
        hits = [{"type": f"key{way}", "value": v} for v in values for way in ("Down", "Up")]
        self.act({"type": "key", "id": "keyboard", "actions": hits})

    def wait(self, expression):
        """Wait until a piece of JavaScript is true, and return what it is."""
        try:
            # While a page makes room for another, there is none to ask.
            return soon(lambda: self.run(expression), NotDone)
        except TimeoutError:
            page = self.text("body")
            raise AssertionError(f"{expression} did not come true on:\n{page}") from None

    def wait_for(self, selector):
        """Wait until something shows on a page that has been loaded completely: sooner than that
        nobody types."""
        self.wait(SHOWS % json.dumps(selector))


class Firefox(OtherBrowser):
    programs = ("firefox-esr",)

    def begin(self):
        with open(f"{self.folder.name}/user.js", "w") as file:
            for name, value in PREFERENCES.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        options = "--headless", "--no-remote", "--remote-debugging-port=0"
        self.start(*self.programs, *options, "--profile", self.folder.name)
        told = Path(self.folder.name, "WebDriverBiDiServer.json")
        port = soon(lambda: json.loads(told.read_text()), OSError, ValueError)["ws_port"]
        address = f"ws://127.0.0.1:{port}/session"
        self.line = create_connection(address, ANSWER, suppress_origin=True)
        self.count = 0
        self.ask("session.new", capabilities={})

    def open_window(self):
        self.memory = self.ask("browser.createUserContext")
        self.here = self.ask("browsingContext.create", type="window", **self.memory)

    def close_window(self):
        self.ask("browser.removeUserContext", **self.memory)

    def ask(self, method, **params):
        self.count += 1
        self.line.send(json.dumps({"id": self.count, "method": method, "params": params}))
        while (answer := json.loads(self.line.recv())).get("id") != self.count:
            pass
        if answer["type"] == "error":
            raise NotDone(answer["message"])
        return answer["result"]

    def size(self, width, height):
        size = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", viewport=size, **self.here)

    def open(self, url):
        self.ask("browsingContext.navigate", url=url, wait="complete", **self.here)

    def run(self, expression):
        asked = {"expression": f"JSON.stringify({expression})", "awaitPromise": False}
        answer = self.ask("script.evaluate", target=self.here, **asked)
        if answer["type"] == "exception":
            raise NotDone(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"].get("value", "null"))

    def act(self, source):
        self.ask("input.performActions", actions=[source], **self.here)


class WebKit(OtherBrowser):
    programs = ("WebKitWebDriver", "Xvfb")

    def begin(self):
        driver, screen = self.programs
        self.environment |= PLAIN
        told, tells = os.pipe()
        # It tells the number of its screen when it is ready.
        self.start(screen, "-displayfd", str(tells), "-screen", "0", SCREEN, pass_fds=[tells])
        os.close(tells)
        with open(told) as file:
            self.environment["DISPLAY"] = f":{file.readline().strip()}"
        with socket.create_server(("127.0.0.1", 0)) as free:
            address = free.getsockname()
        self.start(driver, f"--port={address[1]}")
        soon(lambda: socket.create_connection(address), ConnectionRefusedError).close()
        self.line = HTTPConnection(*address, timeout=ANSWER)

    def open_window(self):
        try:
            self.open_session()
        except TimeoutError:  # on a busy machine a driver may never hear of the browser it started
            self.end()
            self.begin()
            self.open_session()

    def open_session(self):
        self.session = ""
        self.session = f"/{self.ask('', capabilities={})['sessionId']}"

    def close_window(self):
        self.ask("", method="DELETE")

    def ask(self, path, method="POST", **body):
        address = f"/session{self.session}{path}"
        self.line.request(method, address, json.dumps(body) if method == "POST" else None)
        response = self.line.getresponse()
        value = json.load(response)["value"]
        if response.status != 200:
            raise NotDone(f"{value['error']}: {value['message']}")  # WebKit may say no more
        return value

    def size(self, width, height):
        self.ask("/window/rect", width=width, height=height)

    def open(self, url):
        self.ask("/url", url=url)

    def run(self, expression):
        return self.ask("/execute/sync", script=f"return {expression}", args=[])

    def act(self, source):
        self.ask("/actions", actions=[source])
