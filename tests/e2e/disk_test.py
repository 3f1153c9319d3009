#!/usr/bin/env python3
"""`gridmark disk --explore`: the page's programs, the classic mistakes, and programs that go wrong.

Usage: disk_test.py GRIDMARK TOOLKIT SOURCE_ROOT
Exit codes: 0 as expected, 1 not.
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

gridmark, toolkit, root = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
scratch = tempfile.TemporaryDirectory()
folder = pathlib.Path(scratch.name)
states = folder / "states"
states.mkdir()
environment = {**os.environ, "TMPDIR": str(states)}


def check(holds, what):
    if not holds:
        print("disk_test:", what)
        sys.exit(1)


def run(*words):
    ran = subprocess.run(words, capture_output=True, text=True, timeout=100, env=environment, cwd=folder, check=False)
    check(not list(states.glob("gridmark-disk*")), f"{words} leaves a folder")
    return ran


def command_line(process):
    try:
        return (process / "cmdline").read_bytes()
    except OSError:  # it has ended
        return b""


def explore(*words):
    return run(gridmark, "disk", "--explore", *words)


def compiled(name, text, *compiler):
    (folder / f"{name}.cpp").write_text(text)
    built = run(*compiler, "-std=c++17", f"{name}.cpp", "-lgridmark_disk", "-o", name)
    check(built.returncode == 0, built.stderr)


plain = ["g++", "-I", toolkit / "include", "-L", toolkit / "lib"]
page = (root / "docs/disk.md").read_text()

# The page's programs, built with the page's commands, must print the page's output.
save, check_program = re.findall(r"```cpp\n(.*?)```", page, re.S)
right, wrong = re.findall(r"```text\n(.*?)```", page, re.S)
compiled("save", save, gridmark, "cc")
compiled("check", check_program, *plain)
for way, code, expected in (("right", 0, right), ("wrong", 1, wrong)):
    ran = explore("--", "./save", way, "--", "./check")
    check(ran.returncode == code and ran.stdout == expected, f"{way}: {ran}")

# Without the command it writes to a real folder.
check(run("./save", "right").returncode == 0 and (folder / "ckpt").read_text() == "step 2", "no real checkpoint")

# The classic mistakes, each with its number of states in tests/disk/crash_states_test.cpp.
compiled("writer", """
#include "tests/disk/writers.h"
using namespace gridmark::disk;
int main(int, char** words) {
  const auto disk = open_from_environment();
  const std::string mistake = words[1];
  if (mistake == "right") right(*disk);
  if (mistake == "in_place") in_place(*disk);
  if (mistake == "no_fsync") no_fsync(*disk);
  if (mistake == "fsync_after_rename") fsync_after_rename(*disk);
  if (mistake == "no_folder_fsync") no_folder_fsync(*disk);
  if (mistake == "old_removed_first") old_removed_first(*disk);
  if (mistake == "escape") disk->create("../out");
  if (mistake == "control") disk->create("\\x1b[2J");
  if (mistake == "flood") while (true) disk->list();
}
""", "g++", "-I", root, "-L", toolkit / "lib")
old = folder / "old"
old.mkdir()
(old / "ckpt").write_text("OLD")
judge = """
test -e "$GRIDMARK_DISK_FOLDER/ckpt" || { echo gone; exit 1; }
bytes=$(cat "$GRIDMARK_DISK_FOLDER/ckpt")
echo garbage >"$GRIDMARK_DISK_FOLDER/left-by-the-checker"
case $bytes-$GRIDMARK_DISK_RETURNED in
  NEW!-*|OLD-0) exit 0 ;;
  OLD-1) echo old; exit 2 ;;
  *) echo "torn: $bytes"; exit 3 ;;
esac
"""
for writer, count, bad, after, complaint in (
    ("right", 17, 0, None, None),
    ("in_place", 10, 4, 1, "exited with 3: torn: "),
    ("no_fsync", 21, 4, 4, "exited with 3: torn: "),
    ("fsync_after_rename", 22, 2, 4, "exited with 3: torn: "),
    ("no_folder_fsync", 16, 2, 6, "exited with 2: old"),
    ("old_removed_first", 21, 2, 5, "exited with 1: gone"),
):
    ran = explore("--folder", "old", "--json", "--", "./writer", writer, "--", "sh", "-c", judge)
    check(ran.returncode == (1 if bad else 0), ran)
    seen = json.loads(ran.stdout)
    check((seen["states"], seen["bad"], seen["left_out"]) == (count, bad, False), seen)
    smallest = seen["smallest"] or {"operations": None, "complaint": None}
    check((smallest["operations"], smallest["complaint"]) == (after, complaint.strip() if complaint else None), seen)
    check("left-by-the-checker" not in smallest.get("files", {}), seen)
check(sorted(os.listdir(old)) == ["ckpt"] and (old / "ckpt").read_text() == "OLD", "--folder was changed")

# A list of states, and a limit.
ran = explore("--folder", "old", "--dry-run", "--", "./writer", "right")
check(ran.returncode == 0 and len(ran.stdout.splitlines()) == 18 and ran.stdout.endswith("17 crash states\n"), ran)
check(ran.stdout.startswith("before the first operation: ckpt (3 bytes)\n"), ran)
ran = explore("--limit", "6", "--", "./writer", "no_fsync", "--", "true")
check(ran.returncode == 0 and "left out, because the limit is 6" in ran.stdout, ran)

# A checker that a signal ends, and a state that no writer can avoid.
ran = explore("--", "./writer", "right", "--", "sh", "-c", "kill -SEGV $$")
check(ran.returncode == 1 and "signal 11" in ran.stdout and "give the files of an earlier save" in ran.stdout, ran)

# Bad input and hostile programs: one message, exit code 2 or 64.
for words, code, said in (
    (["--", "./writer", "nothing", "--", "true"], 2, "has changed nothing on the disk. Let it write"),
    (["--", "false", "--", "true"], 2, "false exited with 1, expected exit code 0"),
    (["--", "sh", "-c", "kill -KILL $$", "--", "true"], 2, "sh was ended by signal 9"),
    (["--", "./missing", "--", "true"], 2, "cannot start ./missing: No such file"),
    (["--", "./writer", "right", "--", "./missing"], 2, "cannot start ./missing: No such file"),
    (["--folder", "missing", "--", "./writer", "right", "--", "true"], 2, 'open "missing": No such file'),
    (["--", "./writer", "escape", "--", "true"], 2, 'a name has no "/"'),
    (["--", "./writer", "flood", "--", "true"], 2, "the writer went past a limit"),
    (["--", sys.executable, "-c", "import os; os.write(47, b'\\xff' * 100), os.read(47, 1)", "--", "true"], 2,
     "the writer sent a request of the unknown kind 4294967295"),
    ([], 64, "a writer is missing"),
    (["--", "./writer", "right"], 64, "a checker, or --dry-run is missing"),
    (["--", "--", "true"], 64, "a writer is missing"),
    (["--limit", "0", "--", "a", "--", "b"], 64, '--limit is "0", expected a number from 1'),
    (["--limit", "--", "a", "--", "b"], 64, "--limit needs a value"),
    (["--limt=5", "--", "a", "--", "b"], 64, 'unknown option "--limt"; did you mean "--limit"?'),
    (["./writer"], 64, '"./writer" is not an option'),
):
    ran = explore(*words)
    check(ran.returncode == code and said in ran.stderr and not ran.stdout, (words, ran))
check(run(gridmark, "disk", "--", "a", "--", "b").returncode == 64, "without --explore")
check("Examples" in run(gridmark, "disk", "--help").stdout, "no --help")
ran = explore("--dry-run", "--", "./writer", "control")
check("\x1b" not in ran.stdout and "\\x1b[2J" in ran.stdout, "a name reaches the terminal as it is")

# Ctrl-C in the writer and in the checker must not leave a process or a folder.
for writer, checker in ((["sleep", "97531"], ["true"]), (["./writer", "right"], ["sh", "-c", "sleep 97531"])):
    stopped = subprocess.Popen([gridmark, "disk", "--explore", "--", *writer, "--", *checker], env=environment,
                               cwd=folder, stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    stopped.send_signal(signal.SIGINT)
    said = stopped.communicate(timeout=10)[1]
    check(stopped.returncode == 130 and "stopped" in said, (writer, stopped.returncode, said))
    check(not list(states.glob("gridmark-disk*")), "Ctrl-C leaves a folder")
    check(not any(b"sleep\x0097531" in command_line(process) for process in pathlib.Path("/proc").glob("[0-9]*")),
          "a process stays")
