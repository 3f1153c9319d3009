#!/usr/bin/env python3
"""A class that is killed: ledger_kills_test.py GRIDMARK SOURCE [KILLS]

SIGKILL ends batch, rescore and collect at random moments, KILLS times in all, and the test calls them again until they
finish. Then ledger and records must equal those of an undisturbed class, and SQLite must find the file intact.
"""
import json
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # no __pycache__ in the source folder
from stand_in_course import LAB, STUDENTS, Course, must, run

def killed_run(words, seconds, environment):
    """True if it was killed before its end."""
    with subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          env=environment) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            return True
    if process.returncode not in (0, 1):
        sys.exit(f"{words} ended with {process.returncode}: {run(words, env=environment).stderr}")
    return False


def at_once(both, environment):
    """Two start together. Each does its work, or reports that another is running and does nothing. The message has the
    other's number if it was already written."""
    processes = [subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                  env=environment) for words in both]
    for words, process in zip(both, processes):
        said = process.communicate()[1]
        if process.returncode not in (0, 1) and "another gridmark writes these results" not in said:
            sys.exit(f"{words} beside another ended with {process.returncode}: {said}")


def story_of(results):
    """The values that must not depend on kills: without times and counts of looks."""
    with sqlite3.connect(results / "course.sqlite") as ledger:
        whole = ledger.execute("PRAGMA integrity_check").fetchone()[0]
        events = ledger.execute("SELECT student, lab, kind, author, reason, grade FROM events "
                                "ORDER BY student, number").fetchall()
        commits = ledger.execute("SELECT repository, id, committed FROM commits ORDER BY 1, 2").fetchall()
        classes = ledger.execute("SELECT class FROM classes ORDER BY number").fetchall()
    records = [record_of(results / student / LAB) for student in STUDENTS]
    return {"whole": whole, "events": [event[:5] + (points_of(event[5]),) for event in events], "commits": commits,
            "classes": classes, "points": [record["points"] for record in records],
            "rubrics": [record["fingerprints"]["rubric"] for record in records],
            "gradebook": (results / "gradebook.csv").read_text()}


def record_of(folder):
    if not (folder / "record.json").exists():
        why = [f"{file}: {file.read_text()}" for file in folder.rglob("error.txt")] or [str(list(folder.rglob("*")))]
        sys.exit(f"{folder} has no record: {why}")
    return json.loads((folder / "record.json").read_text())


def points_of(grade):
    return json.loads(grade)["points"] if grade else None


def longest(words, environment):
    """The duration of an undisturbed run. The kills happen within it."""
    begin = time.monotonic()
    must(words, env=environment)
    return time.monotonic() - begin


def main():
    gridmark, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    kills = int(sys.argv[3]) if len(sys.argv) > 3 else 24
    random.seed(7)
    with tempfile.TemporaryDirectory() as name:
        course = Course(gridmark, source, pathlib.Path(name))
        undisturbed = course.folder / "undisturbed"
        seconds = [longest(words, course.environment) for words in course.commands(undisturbed)]
        expected = story_of(undisturbed)
        assert expected["whole"] == "ok" and len(expected["events"]) == 3 * len(STUDENTS), expected["events"]
        done = rounds = 0
        while done < kills:
            results = course.folder / f"killed{rounds}"
            for words, most in zip(course.commands(results), seconds):
                for _ in range(max(1, kills // 8)):
                    if not killed_run(words, random.uniform(0, most * 1.1), course.environment):
                        break
                    done += 1
                must(words, env=course.environment)
            at_once([course.commands(results)[2], course.commands(results)[3]], course.environment)
            found = story_of(results)
            for key, value in expected.items():
                if found[key] != value:
                    sys.exit(f"after {done} kills other {key}:\n{found[key]}\nexpected:\n{value}")
            rounds += 1
            shutil.rmtree(results)
        print(f"{done} kills in {rounds} rounds of batch, rescore, collect, rescore: ledger and records as undisturbed, "
              "integrity ok")


if __name__ == "__main__":
    main()
