#!/usr/bin/env python3
"""Exports read by independent programs: junitparser for JUnit, Python's csv and json.

Usage: readers_test.py GOLDEN_FOLDER. Exit codes: 0 all can be read, 1 one cannot, 2 a reader is missing.
test_report compares its output with the golden files, so these are the printed exports.
"""
import csv
import json
import pathlib
import sys

try:
    import junitparser
except ImportError:
    print("readers_test.py: found no junitparser; install it: apt-get install python3-junitparser")
    sys.exit(2)

sys.dont_write_bytecode = True  # the source folder must not change
from checks import check, end  # noqa: E402


def no_twice(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError(f"a key twice: {keys}")
    return dict(pairs)


def strict_json(text):
    def refuse(name):
        raise ValueError(f"{name} is no JSON")

    return json.loads(text, parse_constant=refuse, object_pairs_hook=no_twice)


def junit(path):
    document = junitparser.JUnitXml.fromfile(str(path))
    for suite in document:
        cases = list(suite)
        failed = [case for case in cases if any(isinstance(r, junitparser.Failure) for r in case.result)]
        skipped = [case for case in cases if any(isinstance(r, junitparser.Skipped) for r in case.result)]
        check(suite.tests == len(cases) > 0, f"{path}: {suite.tests} tests, {len(cases)} found")
        check(suite.failures == len(failed), f"{path}: {suite.failures} failures, {len(failed)} found")
        check(suite.skipped == len(skipped), f"{path}: {suite.skipped} skipped, {len(skipped)} found")


def table(path):
    with open(path, newline="", encoding="utf-8", errors="strict") as file:
        rows = list(csv.reader(file, strict=True))
    check(len(rows) > 1, f"{path}: {len(rows)} rows")
    for row in rows:
        check(len(row) == len(rows[0]), f"{path}: {len(row)} cells beside {len(rows[0])}: {row}")
        for cell in row:
            check(cell[:1] not in ("=", "+", "-", "@", "\t", "\r"), f"{path}: a formula: {cell}")


golden = pathlib.Path(sys.argv[1])
for path in sorted(golden.glob("*/*")):
    text = path.read_bytes().decode("utf-8", errors="strict")
    if path.suffix == ".xml":
        junit(path)
    elif path.suffix == ".csv":
        table(path)
    elif path.suffix in (".json", ".sarif"):
        check(strict_json(text), f"{path}: empty")
    elif path.name.endswith("autolab.txt"):
        for line in text.splitlines():
            check(strict_json(line), f"{path}: empty")

end(100, golden)
