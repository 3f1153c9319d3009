#!/usr/bin/env python3
"""Compares two outputs of `gridmark verify --json`: one from before a change, one from after it.

  gridmark verify --kind mutant --json >before.json
  (the change, and a build)
  gridmark verify --kind mutant --json >after.json
  tests/submissions/compare_verdicts.py before.json after.json

Prints each case whose verdict or points differ, and each that is only in one output.
Exit codes: 0 all equal, 1 some differ, 2 an output could not be read.
"""
import json
import sys


def verdicts(file):
    """{"lab/case": "mutant as expected, 14.5 of 20 points"}"""
    with open(file, encoding="utf-8") as text:
        cases = json.load(text)["cases"]
    if not cases:
        raise ValueError("has no cases")
    return {f"{one['lab']}/{one['name']}": words(one) for one in cases}


def words(one):
    verdict = "skipped" if one["skipped"] else "as expected" if one["passed"] else "not as expected"
    return f"{one['kind']} {verdict}, {one['points']:g} of {one['max_points']:g} points"


def differences(before, after):
    for name in sorted(before.keys() | after.keys()):
        was, is_now = before.get(name, "no such case"), after.get(name, "no such case")
        if was != is_now:
            yield f"{name}: {was} -> {is_now}"


def main(arguments):
    if len(arguments) != 2 or arguments[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if arguments[:1] in (["-h"], ["--help"]) else 2
    answers = []
    for file in arguments:
        try:
            answers.append(verdicts(file))
        except (OSError, ValueError, KeyError, TypeError) as error:
            print(f"{file}: not an answer of gridmark verify --json: {error!r}", file=sys.stderr)
            return 2
    found = list(differences(*answers))
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{len(answers[0])} cases before, {len(answers[1])} after, {len(found)} differ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
