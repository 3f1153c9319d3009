"""Output to a terminal and to a file. With --plain, a terminal gets a file's output.

Usage: terminal_test.py GRIDMARK SOURCE_ROOT
"""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

GRIDMARK, SOURCE_ROOT = sys.argv[1:3]
STARTER = os.path.join(SOURCE_ROOT, "starter/lab0-warm-up")
EXPLAIN = ["explain", "lab1-gpu-basics", "tiled_conflicts"]
GRADE = ["grade", "lab0-warm-up", "--submission", STARTER, "--quick", "--only", "devices_counted"]


def in_file(words):
    return subprocess.run([GRIDMARK, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False).stdout.decode()


def in_terminal(words, columns=120, **variables):
    """All output to a terminal of that width.

    It is not a controlling terminal, because when a session's leader ends, the kernel discards unread output.
    """
    reader, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment.update({"TERM": "xterm-256color", **variables})
    sent = b""
    with subprocess.Popen([GRIDMARK, *words], stdin=terminal, stdout=terminal, stderr=terminal, env=environment) as child:
        while True:
            ended = child.poll() is not None  # before the read, so that nothing is sent after the last read
            if select.select([reader], [], [], 0 if ended else 0.05)[0]:
                sent += os.read(reader, 65536)
            elif ended:
                break
    os.close(terminal)
    os.close(reader)
    if child.returncode < 0:
        raise AssertionError(f"gridmark was ended by signal {-child.returncode} after {sent!r}")
    return sent.decode().replace("\r\n", "\n")


class Terminal(unittest.TestCase):
    def test_a_terminal_gets_colour_and_a_file_does_not(self):
        self.assertIn("\x1b[", in_terminal(["rubric", "lab0-warm-up"]))
        self.assertNotIn("\x1b", in_file(["rubric", "lab0-warm-up"]))
        self.assertNotIn("\x1b", in_terminal(["rubric", "lab0-warm-up"], NO_COLOR="1"))

    def test_plain_is_what_a_file_gets(self):
        for words in (["rubric", "lab0-warm-up"], EXPLAIN):
            self.assertEqual(in_terminal([*words, "--plain"]), in_file(words))

    def test_a_grade_has_a_line_that_changes_on_a_terminal_alone(self):
        self.assertIn("\r\x1b[K", in_terminal(GRADE))
        self.assertNotIn("\x1b", in_terminal([*GRADE, "--plain"]))
        self.assertNotIn("\x1b", in_file(GRADE))

    def test_profile_has_it_too(self):
        said = in_terminal(["profile", "lab0-warm-up", "--help"])
        self.assertIn("--plain", said)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:  # grade writes results/ into the current folder
        os.chdir(folder)
        unittest.main(argv=sys.argv[:1], verbosity=2)
