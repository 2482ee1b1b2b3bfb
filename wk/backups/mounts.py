"""The disks that this machine shows: sticks, other disks and folders of the network."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

MOUNTS = Path("/proc/mounts")  # of Linux; elsewhere there is none
LOCAL = {
    *("ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "vfat", "exfat", "ntfs", "ntfs3", "fuseblk"),
    *("hfsplus", "apfs", "udf", "9p", "drvfs"),
}
NETWORK = {"nfs", "nfs4", "cifs", "smb3", "fuse.sshfs"}
OF_SYSTEM = ("/boot", "/efi", "/snap", "/usr", "/var", "/etc", "/proc", "/sys", "/dev")
ESCAPED = re.compile(r"\\([0-7]{3})")  # as /proc/mounts writes a space


@dataclass(frozen=True, slots=True)
class Mount:
    """A file system: where it is mounted, its kind, and what names its disk."""

    folder: Path
    kind: str
    device: str

    @property
    def is_network(self) -> bool:
        """Return whether it is a folder of another machine, which may keep whoever asks waiting."""
        return self.kind in NETWORK


def parsed(text: str) -> list[Mount]:
    """Return the file systems that lines of /proc/mounts name and that can hold backups.

    That of the system itself and its parts are left out, and each disk is named once.
    """
    found: dict[str, Mount] = {}
    rows = [line.split() for line in text.splitlines()]
    system = {row[0] for row in rows if len(row) > 3 and row[1] == "/"}
    for device, where, kind, options, *_rest in (row for row in rows if len(row) > 3):
        folder = ESCAPED.sub(lambda match: chr(int(match[1], 8)), where)
        folder = folder.encode("latin-1", "ignore").decode("utf-8", "replace")
        is_part = any(folder == part or folder.startswith(f"{part}/") for part in OF_SYSTEM)
        writable = "rw" in options.split(",")
        if kind in LOCAL | NETWORK and device not in system and not is_part and writable:
            found.setdefault(device, Mount(Path(folder), kind, device))
    return list(found.values())


def mounts(data: Path) -> list[Mount]:
    """Return the disks of this machine that can hold backups, without that of the folder `data`."""
    try:
        found = parsed(MOUNTS.read_text("latin-1"))
    except OSError:
        return []
    own = data.stat().st_dev
    return [each for each in found if each.is_network or _device_of(each.folder) not in (None, own)]


def _device_of(folder: Path) -> int | None:
    try:
        return folder.stat().st_dev if os.access(folder, os.W_OK) else None
    except OSError:
        return None
