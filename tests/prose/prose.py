#!/usr/bin/python3
"""Counts the patterns of prose that is hard to read, over everything that a person reads.

  prose.py SOURCE                     the table of all rooms, and whether each keeps its ceilings
  prose.py SOURCE --places ROOM       each place of a pattern in a room, with its line
  prose.py SOURCE --places FILE...    the same for files, and the longest sentences

Counts are per 10,000 words. Code blocks are left out and a piece of inline code is one word. The ceilings lie in
ceilings.json; they only go down. A count is an alarm: the goal is that a reader never stops to decode a sentence.
Exit code: 0 within the ceilings, 1 above one, 2 for wrong usage."""
import json
import pathlib
import re
import statistics
import sys

PATTERNS = {
    "what": re.compile(r"\bwhat\b", re.I),
    "nobody": re.compile(r"\b(?:nobody|somebody|whoever)\b", re.I),
    "own": re.compile(r"\bof (?:its|one's|their|his|her|your|my|our) own\b", re.I),
    "says": re.compile(r"\b(?:says|tells)\b", re.I),
    "semicolons": re.compile(r"(?<![)\]}]);(?!\s*[:}]|$)"),  # others belong to samples of code
    "use": re.compile(r"\b(?:use|uses|used|using|should)\b", re.I),
}
SOURCES = (".cpp", ".h", ".cu", ".cuh")
ROOMS = {
    "pages": ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/**/*.md", "bundles/**/*.md",
              "template/**/*.md", "tests/submissions/*.md", ".github/**/*.md"],
    "handouts": ["labs/*/README.md", "handout/README.md", "starter/*/*.md"],
    "starter": ["starter/**/*.*", "labs/*/include/**/*.*"],
    "help": ["gridmark", "grader/cli/**/*.*"],
    "messages": ["grader/**/*.*", "labkit/**/*.*", "labs/*/*.*", "labs/*/tests/**/*.*", "labs/*/hidden/**/*.*",
                 "base/**/*.*", "protocol/**/*.*", "emulation/**/*.*"],
    "report pages": ["grader/report/templates/*.html", "grader/report/templates/*.svg"],
    "cases": ["labs/*/mutants/*.patch", "tests/submissions/*/*.patch"],
    "rubrics": ["rubrics/*.json", "labs/*/lab.json"],
    "headers": ["grader/**/*.h", "labkit/**/*.h", "emulation/**/*.h", "base/**/*.h", "protocol/**/*.h"],
    "comments": ["grader/**/*.*", "labkit/**/*.*", "emulation/**/*.*", "base/**/*.*", "protocol/**/*.*", "labs/**/*.*",
                 "solutions/**/*.*", "tests/**/*.*", "benchmarks/**/*.*"],
}
CEILINGS = pathlib.Path(__file__).parent / "ceilings.json"
# Literals that are code: formats, calls, markup, SQL, assembly, Graphviz and media types.
NOT_PROSE = re.compile(r"[{}]|[a-z]\(|::|</|=\"|\b(?:SELECT|INSERT|PRAGMA|CREATE|TEXT|INTEGER|REFERENCES|STRICT)\b|"
                       r"^\.set |^ *node_|^text/plain;")
GENERATED = {"docs/teaching.md"}  # its words are messages and the headers of mutants


def pages_prose(text):
    """Paragraphs of a page as (line, text). A row of a table is one, with its cells as sentences."""
    code, joins = False, False
    paragraphs = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            code, joins = not code, False
            continue
        words = line.strip()
        if code or not words or words.startswith("<") or set(words) <= set("|-: "):
            joins = False
            continue
        starts = re.match(r"(?:[-*]|\d+\.|>)\s+|#+ |\|", words)
        words = re.sub(r"^(?:[-*]|\d+\.|>)\s+|^#+ ", "", words)
        table = words.startswith("|")
        if table:
            words = " | ".join(cell.strip() for cell in words.strip("|").split("|"))
        if joins and not starts:
            paragraphs[-1][1] += " " + words
        else:
            paragraphs.append([number, words])
        joins = not table and not line.startswith("#")
    return paragraphs


def comments_prose(text):
    paragraphs, joins = [], False
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r"\s*///?<?\s?(.*)|.*\s//[/!]?<?\s(.*)", line)
        words = (found.group(1) or found.group(2) or "").strip() if found else ""
        if not words or words.startswith(("NOLINT", "clang-format", "TODO(")) or "http" in words:
            joins = False
            continue
        if joins and found.group(1) is not None and not re.match(r"[-*] |\d+\. ", words):
            paragraphs[-1][1] += " " + words
        else:
            paragraphs.append([number, words])
        joins = True
    return paragraphs


def literals_prose(text):
    """The string literals of a source that are prose: three words or more. Neighbours are one."""
    paragraphs = []

    def take_raw(found):
        line = text.count("\n", 0, found.start()) + 1
        paragraphs.extend([line + at, words] for at, words in pages_prose(found.group(2)))
        return "\n" * found.group(0).count("\n")

    text = re.sub(r'R"(\w*)\((.*?)\)\1"', take_raw, text, flags=re.S)
    continues = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip().startswith(("//", "#include")):
            continue
        continues = continues and line.strip().startswith('"')
        for found in re.finditer(r'"((?:[^"\\]|\\.)*)"', line):
            if continues:
                paragraphs[-1][1] += found.group(1)
            else:
                paragraphs.append([number, found.group(1)])
            continues = False
        continues = line.strip().endswith('"')
    return [[number, words.replace("\\n", " ").replace('\\"', '"')] for number, words in paragraphs
            if len(re.findall(r"[A-Za-z]{2,}", words)) >= 3 and not NOT_PROSE.search(words)]


def json_prose(text):
    prose = []

    def walk(value):
        if isinstance(value, (dict, list)):
            for inner in value.values() if isinstance(value, dict) else value:
                walk(inner)
        elif isinstance(value, str) and value.count(" ") >= 2:
            prose.append([text.count("\n", 0, max(0, text.find(value[:30]))) + 1, value])
    walk(json.loads(text))
    return prose


def case_prose(text):
    """The sentences at the head of a patch. docs/teaching.md prints them."""
    return [[number, found.group(1)] for number, line in enumerate(text.splitlines(), 1)
            if (found := re.match(r"(?:why|mistake): (.*)", line))]


def template_prose(text):
    """The words of a page between its marks, without style sheets."""
    text = re.sub(r"<(style|script).*?</\1>|\{\{.*?\}\}+|<[^>]*>", lambda mark: re.sub(r"[^\n]", " ", mark.group(0)), text,
                  flags=re.S)
    return [[number, line.strip()] for number, line in enumerate(text.splitlines(), 1) if len(words_of(line)) >= 3]


def script_prose(text):
    """The here-documents of a shell script."""
    return [[text.count("\n", 0, found.start(1)) + number, words]
            for found in re.finditer(r"<<'TEXT'\n(.*?)\nTEXT\n", text, re.S) for number, words in pages_prose(found.group(1))]


READERS = {"pages": pages_prose, "handouts": pages_prose, "starter": comments_prose, "help": literals_prose,
           "messages": literals_prose, "report pages": template_prose, "cases": case_prose, "rubrics": json_prose,
           "headers": comments_prose, "comments": comments_prose}
BY_SUFFIX = {".md": [pages_prose], ".json": [json_prose], ".patch": [case_prose], ".html": [template_prose], ".svg": [template_prose],
             "": [script_prose]}


def files_of(source, room):
    found = {file for pattern in ROOMS[room] for file in source.glob(pattern) if file.is_file()}
    if READERS[room] in (comments_prose, literals_prose):
        found = {file for file in found if file.suffix in SOURCES or file == source / "gridmark"}
    if room == "messages":
        found = {file for file in found if not file.is_relative_to(source / "grader/cli")}
    return sorted(found - {source / name for name in GENERATED})


def passages_of(source, room):
    return [(file, line, plain(words)) for file in files_of(source, room)
            for reader in ([READERS[room]] if file.suffix else BY_SUFFIX[""])
            for line, words in reader(file.read_text(errors="replace"))]


def plain(words):
    words = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", words)
    words = re.sub(r"`[^`]*`", "code", words)
    return re.sub(r"&\w+;", " ", re.sub(r"\*\*|<[^>]*>", "", words))


def sentences_of(words):
    """The sentences of a passage; a row of a table and a heading have none."""
    if " | " in words:
        return []
    return [part for part in re.split(r"(?<=[.!?])\s+", words) if len(words_of(part)) >= 4]


def words_of(text):
    return re.findall(r"[A-Za-z0-9][\w'’./-]*", text)


def counts_of(passages):
    words = sum(len(words_of(text)) for _, _, text in passages) or 1
    counts = {name: round(1e4 * sum(len(pattern.findall(text)) for _, _, text in passages) / words, 1)
              for name, pattern in PATTERNS.items()}
    lengths = sorted(len(words_of(part)) for _, _, text in passages for part in sentences_of(text)) or [0]
    counts["median"], counts["p90"] = statistics.median(lengths), lengths[int(0.9 * (len(lengths) - 1))]
    return words, counts


def beyond(counts, ceilings):
    """The names of the counts that are above their ceiling, or below their floor."""
    return [name for name, limit in ceilings.items()
            if (counts[name] < limit if name == "use" else counts[name] > limit)]


def print_places(source, names):
    for name in names:
        if name in ROOMS:
            passages = passages_of(source, name)
        else:
            file = pathlib.Path(name)
            readers = BY_SUFFIX.get(file.suffix, [comments_prose, literals_prose])
            passages = [(file, line, plain(words)) for reader in readers for line, words in reader(file.read_text())]
        for file, line, text in passages:
            marks = [f"{kind}: …{text[max(0, at.start() - 30):at.end() + 30]}…" for kind, pattern in PATTERNS.items()
                     if kind != "use" for at in pattern.finditer(text)]
            marks += [f"{len(words_of(part))} words: {part[:90]}" for part in sentences_of(text)
                      if len(words_of(part)) > 28]
            for mark in marks:
                print(f"{file}:{line}: {mark}")
        words, counts = counts_of(passages)
        print(f"{name}: {words} words, " + ", ".join(f"{kind} {count:g}" for kind, count in counts.items()))


def print_rooms(source):
    ceilings = json.loads(CEILINGS.read_text())
    print(f"{'room':12} {'words':>7} " + " ".join(f"{name:>10}" for name in [*PATTERNS, "median", "p90"]))
    above = False
    for room in ROOMS:
        words, counts = counts_of(passages_of(source, room))
        wrong = beyond(counts, ceilings.get(room, {}))
        print(f"{room:12} {words:7} " + " ".join(f"{count:9g}{'!' if name in wrong else ' '}"
                                                 for name, count in counts.items()))
        above = above or bool(wrong)
        for name in wrong:
            print(f"  {room}: {name} is {counts[name]:g}, the {'floor' if name == 'use' else 'ceiling'} is "
                  f"{ceilings[room][name]:g}: prose.py SOURCE --places {room}")
    return above


def main(arguments):
    if not arguments or "--help" in arguments:
        print(__doc__)
        return 0 if arguments else 2
    source = pathlib.Path(arguments[0])
    if arguments[1:2] == ["--places"]:
        print_places(source, arguments[2:])
        return 0
    return int(print_rooms(source))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
