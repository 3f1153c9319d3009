#!/usr/bin/env python3
"""The program of lab 5 that a student runs: watched by `gridmark watch`, killed, and started again.

Usage: train_program_test.py GRIDMARK SOURCE
Exit codes: 0 as expected, 1 not.
"""
import glob
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

gridmark, source = sys.argv[1], pathlib.Path(sys.argv[2])
lab = source / "labs/lab5-production"
scratch = tempfile.TemporaryDirectory()
folder = pathlib.Path(scratch.name)
environment = {name: value for name, value in os.environ.items() if name != "GRIDMARK_METRICS_PORT"}


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, timeout=200, env=environment, cwd=folder, check=False)


def check(holds, what):
    if not holds:
        print("train_program_test:", what)
        sys.exit(1)


def build(name, files):
    built = run(gridmark, "cc", "-std=c++20", "-O1", "-I", lab / "include", lab / "program/train.cu",
                *sorted(glob.glob(str(files / "*.c*"))), "-o", name,
                "-lgridmark_tensor_fast", "-lgridmark_disk", "-lgridmark_services")
    check(built.returncode == 0, built.stderr)


def losses(text):
    return dict(re.findall(r"^step (\d+): loss ([0-9.]+)", text, re.MULTILINE))


build("train", source / "solutions/lab5-production")
small = ["./train", "--images", "1600", "--epochs", "3"]

# Without a break.
whole = run(*small, "--folder", "whole")
check(whole.returncode == 0 and "begins at step 0 of 150" in whole.stdout, whole)
check("saved at step 150" in whole.stdout and "validation: loss" in whole.stdout, whole)
expected = losses(whole.stdout)
check(len(expected) == 15 and float(expected["150"]) < 0.5 * float(expected["10"]), expected)

# Killed after a checkpoint, it continues there, with the same losses.
killed = subprocess.Popen([*small, "--folder", "killed"], stdout=subprocess.PIPE, text=True, env=environment, cwd=folder)
before = ""
while "step 70:" not in before:
    line = killed.stdout.readline()
    check(line, "it ended before step 70:\n" + before)
    before += line
killed.kill()
killed.wait()
after = run(*small, "--folder", "killed")
check(after.returncode == 0 and re.search("goes on from step (50|100) of 150", after.stdout), after)
together = {**losses(before), **losses(after.stdout)}
check(together == expected, (together, expected))
events = [name for name in os.listdir(folder / "killed") if name.startswith("events.out.tfevents.")]
check(len(events) == 2 and "checkpoint" in os.listdir(folder / "killed"), os.listdir(folder / "killed"))

# Ctrl-C saves.
stopped = subprocess.Popen([*small, "--folder", "stopped"], stdout=subprocess.PIPE, text=True, env=environment, cwd=folder)
while "step 20:" not in stopped.stdout.readline():
    check(stopped.poll() is None, "it ended before step 20")
stopped.send_signal(signal.SIGINT)
rest = stopped.communicate(timeout=60)[0]
check(stopped.returncode == 130 and "saved at step" in rest, (stopped.returncode, rest))
after = run(*small, "--folder", "stopped")
check(after.returncode == 0 and losses(after.stdout)["150"] == expected["150"], after)

# Watched while it runs: every family, growing steps, its exit code.
seen = run(gridmark, "watch", "--interval", "0.2", "--json", "--", *small, "--folder", "seen")
check(seen.returncode == 0 and "saved at step 150" in seen.stderr, seen)
readings = [{sample["name"]: sample for sample in json.loads(line)["samples"]} for line in seen.stdout.splitlines()]
readings = [reading for reading in readings if reading]
check(len(readings) >= 3, seen)
for family in ("train_loss", "train_accuracy", "learning_rate", "samples_per_second", "steps_total", "gpu_busy_ratio",
               "gpu_memory_used_bytes", "gpu_memory_total_bytes", "gpu_temperature_celsius", "gpu_power_watts"):
    check(family in readings[-1], family + " is missing")
steps = [reading["steps_total"]["value"] for reading in readings]
check(steps == sorted(steps) and steps[-1] > steps[0], steps)
check(readings[-1]["gpu_memory_used_bytes"]["value"] > 500000, readings[-1])

# The same on two ranks, and with prefetched batches.
ranks = run(gridmark, "ranks", "-n", "2", "--", *small, "--folder", "ranks", "--prefetch", "2", "--epochs", "1")
check(ranks.returncode == 0 and ranks.stdout.count("saved at step 25 in ranks") == 1, ranks)

# The starter prints where to begin. Wrong arguments are named.
build("untouched", source / "starter/lab5-production")
untouched = run("./untouched", "--images", "320")
check(untouched.returncode == 1 and "Write trainer.cu first" in untouched.stderr, untouched)
for words, code, said in ((["--epochs", "none"], 64, "--epochs"), (["--lop"], 64, "unknown option"), (["--rows"], 64, "--rows"),
                          (["--folder", "/proc/none"], 1, "train: ")):
    wrong = run("./train", *words)
    check(wrong.returncode == code and said in wrong.stderr, (words, wrong))
check("Exit codes:" in run("./train", "--help").stdout, "--help")
