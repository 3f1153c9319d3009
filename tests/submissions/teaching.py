#!/usr/bin/env python3
"""Makes docs/teaching.md from the grades of the classic mistakes.

  gridmark verify --mistakes --json >mistakes.json
  tests/submissions/teaching.py mistakes.json >docs/teaching.md
  tests/submissions/teaching.py mistakes.json --check docs/teaching.md

--check compares with an existing page. Numbers may differ, because some depend on the seed of the inputs.
Exit codes: 0 done, 1 the page differs or a case is not as expected, 2 the input could not be read.
"""
import difflib
import json
import pathlib
import re
import sys

TOPICS = {
    "calls": "Calls of the runtime",
    "memory": "Memory",
    "launches": "Launches and grids",
    "indices": "Indices and loops",
    "barriers": "Barriers and races",
    "ranks": "Several ranks",
    "numbers": "Numbers",
    "timing": "Timing",
    "compiler": "Compiling and linking",
}
TEMPLATE = pathlib.Path(__file__).with_name("teaching.in.md")


def code(text):
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}"


def words_of(fix):
    place = f"{code(fix['place']['file'])}, line {fix['place']['line']}"
    if fix["replaces"]:
        new = f"becomes {code(fix['text'])}" if fix["text"] else "is removed"
        return f"{place}: {code(fix['replaces'])} {new}"
    return f"{place}: {code(fix['text'])} behind it"


def quoted(reason):
    """A quotation without Markdown characters."""
    return re.sub(r"([\\*_<>\[\]#|])", r"\\\1", " ".join(reason.split()))


def explanation_of(case):
    """An item for which the case expects words: one with an advice, or at least with a place, if there is one."""
    return max(case["explanations"], key=lambda one: (one["stated"], bool(one["fixes"]), "place" in one))


def section(number, case):
    one = explanation_of(case)
    title = quoted(case["mistake"][0].upper() + case["mistake"][1:])
    lines = [f"### {number}. {title}", "", quoted(case["why"]), ""]
    lines += [f"> {quoted(one['reason'])}", ""]
    if "place" in one and one["line"].strip():
        place = one["place"]
        lines.append(f"It points at line {place['line']} of {code(place['file'])}: {code(one['line'].strip())}  ")
    lines += [f"Change: {words_of(fix)}  " for fix in one["fixes"]]
    lines += [f"Case: `{case['name']}` of {case['lab']}", ""]
    return lines


def page(cases):
    lines, number = [], 0
    for topic, title in TOPICS.items():
        of_topic = sorted((one for one in cases if one["topic"] == topic), key=lambda one: one["mistake"])
        lines += [f"## {title}", ""] if of_topic else []
        for case in of_topic:
            number += 1
            lines += section(number, case)
    return TEMPLATE.read_text().replace("@Count@", str(number)).replace("@chapters@\n", "\n".join(lines) + "\n")


def without_numbers(text):
    """Also without the verb's ending after a number: 1 test fails, 2 tests fail."""
    text = re.sub(r"0x[0-9a-f]+|-?\d+(\.\d+)?(e[-+]?\d+)?", "N", text)
    return re.sub(r"tests fails?\b", "tests fail", text).splitlines()


def main(arguments):
    if len(arguments) not in (1, 3) or arguments[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if arguments[:1] in (["-h"], ["--help"]) else 2
    try:
        cases = [one for one in json.loads(pathlib.Path(arguments[0]).read_text())["cases"] if one["mistake"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"{arguments[0]}: {error}; expected the output of gridmark verify --mistakes --json", file=sys.stderr)
        return 2
    wrong = [one["name"] for one in cases if not one["passed"] or not one["explanations"]]
    if wrong or not cases:
        print(f"these cases are not as expected: {', '.join(wrong) or 'none was graded'}", file=sys.stderr)
        return 1
    if len(arguments) == 1:
        print(page(cases), end="")
        return 0
    there, made = pathlib.Path(arguments[2]).read_text(), page(cases)
    differences = list(difflib.unified_diff(without_numbers(there), without_numbers(made), arguments[2], "made anew", lineterm=""))
    print("\n".join(differences))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
