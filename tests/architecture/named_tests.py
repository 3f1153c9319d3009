#!/usr/bin/python3
"""named_tests.py SOURCE: every test that a document names must exist.

A document names a test as `Suite.Name`, a complete suite as `Suite.*`, and in the table of the threat model also as
`Name` after another one of the same suite. An attack of hostile_cases.cpp is a test `Hostile.Name`."""
import pathlib
import re
import sys

defined = re.compile(r"\b(?:TEST|TEST_F|TEST_P|TYPED_TEST)\(\s*(\w+),\s*(\w+)\)")
attack = re.compile(r'\{"(It\w+)"')
quoted = re.compile(r"`([^`\s]+)`")
of_suite = re.compile(r"([A-Z]\w+)\.(\*|[A-Z]\w+)")
bare = re.compile(r"[A-Z][a-z]*(?:[A-Z0-9][a-z0-9]*){2,}")


def tests_of(source):
    tests = set()
    for file in sorted(file for folder in ("tests", "labs") for end in ("cpp", "cu")
                       for file in (source / folder).rglob("*." + end)):
        text = file.read_text()
        tests.update(defined.findall(text))
        if file.name == "hostile_cases.cpp":
            tests.update(("Hostile", name) for name in attack.findall(text))
    return tests


def missing(file, tests, names_alone):
    suites = {suite for suite, _ in tests}
    names = {name for _, name in tests}
    for number, line in enumerate(file.read_text().splitlines(), 1):
        for word in quoted.findall(line):
            if found := of_suite.fullmatch(word):
                there = found[1] in suites if found[2] == "*" else found.groups() in tests
            else:
                there = not names_alone or not bare.fullmatch(word) or word.isupper() or word in names | suites
            if not there:
                yield f"{file}:{number}: there is no test {word}"


source = pathlib.Path(sys.argv[1])
tests = tests_of(source)
wrong = [words for file in [source / "README.md", *sorted((source / "docs").rglob("*.md"))]
         for words in missing(file, tests, file.name == "threat-model.md")]
print("\n".join(wrong))
sys.exit(bool(wrong) or not tests)
