#!/usr/bin/python3
"""listed.py SOURCE: docs/programs.md must list each built program, and docs/dependencies.md each package."""
import pathlib
import re
import sys


def literal_names(pattern, files):
    texts = [re.sub(r"#.*", "", file.read_text()) for file in files]
    return {name for text in texts for name in re.findall(pattern, text) if "$" not in name}


def built_programs(source):
    files = [file for room in ("base", "grader", "labkit", "emulation", "protocol", "benchmarks")
             for file in (source / room).rglob("CMakeLists.txt")] + sorted((source / "cmake").glob("*.cmake"))
    return literal_names(r"(?:add_executable|gridmark_machine_worker)\(\s*([\w$-]+)[\s)]", files) | literal_names(
        r"\sOUTPUT_NAME\s+((?!gridmark_)[\w$-]+)", files)


def installed_packages(source):
    tables = re.findall(r"^needed(?:_by_tests)?=\((.*?)^\)", (source / "gridmark").read_text(), re.M | re.S)
    return {package for table in tables for package in re.findall(r'^  "([^|]+)\|', table, re.M)}


def rows_of(page):
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in page.read_text().splitlines()
            if line.startswith("| `")]


source = pathlib.Path(sys.argv[1])
wrong = []
programs = (source / "docs/programs.md").read_text()
wrong += [f"docs/programs.md: the program {name} is missing; add it to a table"
          for name in sorted(built_programs(source)) if f"`{name}`" not in programs]
rows = rows_of(source / "docs/dependencies.md")
listed = {row[0].strip("`") for row in rows}
packages = installed_packages(source)
wrong += [f"docs/dependencies.md: {name} is missing; the script `gridmark` installs it" for name in sorted(packages - listed)]
wrong += [f"docs/dependencies.md: {name} is listed, but the script `gridmark` does not install it"
          for name in sorted(listed - packages)]
wrong += [f"docs/dependencies.md: {row[0]} has no licence" for row in rows if len(row) < 4 or not row[2]]
print("\n".join(wrong))
sys.exit(bool(wrong) or len(packages) < 10)
