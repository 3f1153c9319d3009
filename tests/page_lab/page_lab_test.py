#!/usr/bin/env python3
"""Grades the lab in docs/adding-a-lab.md: its solution, and a starter whose ranks all send first.

Usage: page_lab_test.py GRIDMARK COURSE
Exit codes: 0 as expected, 1 not.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

gridmark, course = sys.argv[1], pathlib.Path(sys.argv[2])


def graded(submission, folder):
    record, page = folder / "record.json", folder / "page.html"
    ran = subprocess.run([gridmark, "grade", "next-lab", "--submission", course / submission / "next-lab", "--record", record,
                          "--html", page], env={**os.environ, "GRIDMARK_HOME": str(course)}, capture_output=True, text=True,
                         timeout=300)
    if not record.exists():
        sys.exit(f"no record of {submission}: {ran.stdout}{ran.stderr}")
    return json.loads(record.read_text()), ran.stdout, page.read_text()


with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch)
    right, _, page = graded("solutions", folder)
    assert right["points"] == right["max_points"] == 1, f"the solution earns {right['points']}: {right['items']}"
    assert 'class="ranks"' not in page, "no picture where nothing is wrong"
    wrong, printed, page = graded("starter", folder)
    reason, lanes = wrong["items"][0]["reason"], wrong["tests"][0]["ranks"]
    assert wrong["points"] == 0 and "deadlock" in reason and "from_last.cu:6" in reason, reason
    assert [lane["line"] for lane in lanes["ranks"]] == [6] * 4 and len(lanes["messages"]) == 4, lanes
    assert "X waits for ever" in printed and "rank 3 waits until rank 0 receives its message" in printed, printed
    assert 'class="ranks"' in page and "comm.send(" in page, "the page has no picture with the student's line"
print("ok")
