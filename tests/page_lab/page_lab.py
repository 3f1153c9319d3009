#!/usr/bin/env python3
"""The lab of docs/adding-a-lab.md, section "Several ranks", as files.

Usage: page_lab.py PAGE COURSE
PAGE has one block in which each line "// labs/next-lab/operations.h" begins a file.
Exit codes: 0 written, 1 the page lacks a file.
"""
import json
import pathlib
import re
import sys

page, course = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
FILES = ["labs/next-lab/include/from_last.h", "labs/next-lab/operations.h", "labs/next-lab/adaptor.cu",
         "labs/next-lab/tests/from_last_test.cpp", "solutions/next-lab/from_last.cu"]
# Sends before it receives, so all ranks wait if messages wait for their receives.
STARTER = """#include "from_last.h"

float from_last(gridmark::comm::Comm& comm, float x) {
  const int world = comm.world();
  float got = 0;
  comm.send((comm.rank() + 1) % world, &x, sizeof x);
  comm.recv((comm.rank() + world - 1) % world, &got, sizeof got);
  return got;
}
"""
RUBRIC = {"lab": "next-lab", "passing": 0.5, "criteria": [{"id": "ranks", "title": "Ranks", "items": [
    {"id": "from_last", "title": "each rank has the last one's number", "points": 1, "tests": ["FromLast.*"]}]}]}

block = next((one for one in re.findall(r"^```cpp\n(.*?)^```", page.read_text(), re.M | re.S) if f"// {FILES[0]}" in one), "")
parts = re.split(r"^// ((?:labs|solutions)/\S+)\n", block, flags=re.M)
found = dict(zip(parts[1::2], parts[2::2]))
if sorted(found) != sorted(FILES):
    sys.exit(f"{page}: the block of the lab has {sorted(found)}, expected {sorted(FILES)}")
found["starter/next-lab/from_last.cu"] = STARTER
found["labs/next-lab/lab.json"] = json.dumps({"title": "From the last rank", "order": 101})
found["rubrics/next-lab.json"] = json.dumps(RUBRIC)
for name, text in found.items():
    file = course / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
