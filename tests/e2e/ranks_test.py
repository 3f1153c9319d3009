#!/usr/bin/env python3
"""`gridmark ranks` from the command line, and mpirun as another launcher of the same program.

Usage: ranks_test.py GRIDMARK FOLDER
FOLDER has the programs of tests/ranks.
Exit codes: 0 as expected, 1 not.
"""
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

gridmark, folder = sys.argv[1], pathlib.Path(sys.argv[2])
ring, orders, training, all_reduce = (str(folder / name) for name in ("ring", "orders", "training", "all_reduce"))
failures = []


def check(right, words):
    if not right:
        failures.append(words)
        print("wrong:", words)


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, **options)


def ranks(*words):
    return run(gridmark, "ranks", *words)


def exit_codes():
    check(ranks("-n", "4", "--", ring).returncode == 0, "a ring ends with 0")
    for words in (["-n", "0", "--", ring], ["--alpha", "5parsec", "--", ring], ["-n", "4"], ["--kill", "x", "--", ring]):
        found = ranks(*words)
        check(found.returncode == 64 and "Try: gridmark ranks --help" in found.stderr, f"{words}: {found.stderr}")
    missing = ranks("-n", "2", "--", "./no-such-program")
    check(missing.returncode == 2 and "no-such-program" in missing.stderr, missing.stderr)
    failing = ranks("-n", "2", "--", "/bin/false")
    check(failing.returncode == 1, f"a rank that fails ends with 1, found {failing.returncode}")
    check("Exit codes" in ranks("--help").stdout, "--help tells the exit codes")


def outputs(scratch):
    page, values = scratch / "page.html", scratch / "values.json"
    found = ranks("-n", "4", "--label", "--traffic", "--diagram", str(page), "--json", str(values), "--", ring)
    check(found.returncode == 0, found.stderr)
    read = json.loads(values.read_text())
    check(read["world"] == 4 and read["messages"] == sum(one["messages"] for one in read["traffic"]), "sum of messages")
    check(read["bytes"] == sum(one["bytes"] for one in read["traffic"]) > 0, "sum of bytes")
    check(page.read_text().count("<svg") >= 1 and "http" not in page.read_text().replace("http://www.w3.org", ""),
          "a page with a drawing, from nowhere else")
    text = ranks("-n", "4", "--diagram", "-", "--", ring).stdout
    check("rank 0    rank 1    rank 2    rank 3" in text and text.count("*-------->") == 3 and "<--------" in text,
          f"lanes with an arrow for each message, found {text}")
    stuck = ranks("-n", "2", "--eager", "0", "--kill", "1@1", "--", ring)
    check(stuck.returncode == 1, "a killed rank ends with 1")


def explored():
    found = ranks("-n", "4", "--explore", "1000", "--", orders, "reduction")
    check(found.returncode == 1 and "to repeat it" in found.stdout + found.stderr, found.stdout + found.stderr)
    check(ranks("-n", "4", "--choices", "1", "--", orders, "reduction").returncode == 1, "the printed order fails again")
    check(ranks("-n", "4", "--", orders, "reduction").returncode == 0, "the order of arrival does not")


def page_programs(scratch):
    """The programs of docs/ranks.md, compiled with the page's commands."""
    page = (pathlib.Path(__file__).parents[2] / "docs/ranks.md").read_text()
    programs = [text for text in re.findall(r"^```cpp\n(.*?)^```", page, re.M | re.S) if "int main" in text]
    expected = ["rank 2 of 4 got 1", "rank 3 received 1"]
    check(len(programs) == len(expected), f"{len(programs)} programs on the page")
    for number, (text, line) in enumerate(zip(programs, expected)):
        source, program = scratch / f"page{number}.cu", str(scratch / f"page{number}")
        source.write_text(text)
        built = run(gridmark, "cc", "-std=c++20", "-g", "-o", program, str(source), "-lgridmark_tensor_fast")
        check(built.returncode == 0, built.stderr)
        found = ranks("-n", "4", "--diagram", "-", "--", program)
        check(found.returncode == 0 and line in found.stdout, f"{line}: {found.stdout}{found.stderr}")
        lanes = re.search(r"^\$ gridmark ranks -n 4 --diagram - -- ./ring\n(.*?)^```", page, re.M | re.S).group(1)
        check(number > 0 or lanes in found.stdout, f"the page's lanes are those of its program, found {found.stdout}")


def interrupted():
    running = subprocess.Popen([gridmark, "ranks", "-n", "3", "--", "/bin/sleep", "60"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    time.sleep(0.5)
    begin = time.monotonic()
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=20)
    check(running.returncode == 130 and time.monotonic() - begin < 10, f"Ctrl-C ends with 130: {running.returncode}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def same_as_mpirun():
    ours = ranks("-n", "4", "--", training)
    launched = run("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "4", training,
                   env={**os.environ, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": free_port()})
    check(ours.returncode == 0 and launched.returncode == 0, ours.stderr + launched.stderr)
    check(ours.stdout == launched.stdout and ours.stdout.count("loss") == 10,
          f"the losses are the same to the last bit: {ours.stdout}{launched.stdout}")


def same_as_nccl():
    for world in ("1", "3"):
        found = ranks("-n", world, "--", all_reduce)
        check(found.returncode == 0 and f"agree, world size {world}" in found.stdout, found.stdout + found.stderr)


with tempfile.TemporaryDirectory() as scratch_name:
    exit_codes()
    outputs(pathlib.Path(scratch_name))
    explored()
    page_programs(pathlib.Path(scratch_name))
    interrupted()
    same_as_mpirun()
    same_as_nccl()
print("ok" if not failures else f"{len(failures)} wrong")
sys.exit(1 if failures else 0)
