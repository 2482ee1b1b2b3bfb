"""The files for a service and for a container: they name what is there, and leave nothing out."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.database import ROOT

CONTAINERFILE = (ROOT / "docs/deploy/Containerfile").read_text("utf-8")
UNIT = (ROOT / "docs/deploy/wk.service").read_text("utf-8")
SETUP = (ROOT / "bin/setup").read_text("utf-8")
# What the program does with a page of the guide, a translation, a style sheet and a form.
LOOK = """
import wk.asgi
from django.core.management import call_command
from django.test import Client

call_command("migrate", verbosity=0)
pages = ("/guide/", "/begin/", "/static/style/tokens.css")
client = Client(headers={"accept-language": "nl"}, HTTP_HOST="localhost")
answers = [client.get(page) for page in pages]
assert "Welkom" in answers[1].content.decode()
print(*(answer.status_code for answer in answers))
"""


def copied():
    """Return the files and folders that the image of the container has."""
    lines = re.findall(r"^COPY --chown=wk (.+) \S+$", CONTAINERFILE, re.M)
    return [name for line in lines for name in line.split()]


@pytest.mark.slow
def test_the_container_has_all_that_the_program_needs(tmp_path):
    folder = tmp_path / "wk"
    folder.mkdir()
    for name in copied():
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name)
        else:
            shutil.copy(ROOT / name, folder)
    unset = ("DATABASE_URL", "STATIC_ROOT", "ALLOWED_HOSTS", "HTTPS", "LISTEN", "PYTHONPATH")
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    done = subprocess.run(
        [sys.executable, "-c", LOOK],
        cwd=folder,
        env=environment | {"DATA_DIR": str(tmp_path / "data")},
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("200 200 200\n", "")


def test_the_container_installs_the_packages_that_setup_asks_for():
    asked = re.search(r"missing_packages\(\) \{(.*?)\[ ", SETUP, re.S)[1]
    packages = re.findall(r"printf '(.+?) '", asked)
    installed = re.search(r"--no-install-recommends (.+?) \\", CONTAINERFILE)[1]
    assert installed == " ".join(packages)


def test_the_service_and_the_container_start_wk_as_everybody_does():
    assert re.findall(r"^ExecStart=(.+)$", UNIT, re.M) == ["/srv/wk/bin/run"]
    assert re.findall(r"^CMD (.+)$", CONTAINERFILE, re.M) == ['["bin/run"]']
    assert set(re.findall(r"^WORKDIR (.+)$", CONTAINERFILE, re.M)) == {"/srv/wk"}


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
def test_systemd_finds_nothing_wrong_in_the_unit(tmp_path):
    unit = tmp_path / "wk.service"
    unit.write_text(UNIT.replace("/srv/wk", str(ROOT)))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
