#!/usr/bin/env python3
"""The commands in README and docs: this gridmark must accept each, and the README's commands must run.

Usage: documented_commands_test.py GRIDMARK SOURCE_ROOT [--run]
  without --run   checks each command and option of every fenced block in its --help, and each lab and item of a rubric
  --run           runs the README's commands, in a scratch folder with the files that they name
Exit codes: 0 as expected, 1 not.
"""
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

gridmark, root = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
problems = []

# Another test runs these, or no test can. The reason is next to each.
NOT_RUN = {
    "self-test": "bare_debian.sh runs it; here it would run this test again",
    "new-lab": "new_lab.sh runs it on a copy of the source",
    "verify": "minutes; the tests grading.* and proofs.* run what it runs",
}


def documents():
    yield from [root / "README.md", root / "CONTRIBUTING.md", root / "handout/README.md"]
    yield from sorted((root / "docs").glob("*.md"))
    yield from sorted((root / "labs").glob("*/README.md"))


def commands(document):
    """(place, words after `gridmark`) of each line in a fenced block."""
    fenced, joined = False, ""
    for number, line in enumerate(document.read_text().splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            continue
        found = re.match(r"(?:\$ )?(?:\./)?gridmark( .*)$", line.strip()) if fenced and not joined else None
        if not found and not joined:
            continue
        joined += found.group(1) if found else " " + line.strip()
        if joined.endswith("\\"):
            joined = joined[:-1]
            continue
        words, joined = shlex.split(joined, comments=True), ""
        yield f"{document.relative_to(root)}:{number}", words


def output(*words):
    return subprocess.run([gridmark, *words], capture_output=True, text=True, timeout=60).stdout


def known_words(command):
    """The options in all parts of its --help."""
    return set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", output(command, "--help")))


def check(place, words, labs, helps, rubrics):
    command = words[0]
    if command.startswith("-"):
        return
    if command not in helps:
        problems.append(f"{place}: there is no command {command}")
        return
    own = words[1:words.index("--")] if "--" in words else words[1:]  # the rest is for the program
    for word in own:
        option = word.split("=")[0]
        if re.match(r"--?[a-z]", option) and command != "cc" and option not in helps[command]:
            problems.append(f"{place}: gridmark {command} has no {option}")
    named = [word for word in words if re.fullmatch(r"lab\d+-[\w-]+", word)]
    for lab in named:
        if lab not in labs and command not in ("new-lab",) and "lab7" not in lab:
            problems.append(f"{place}: there is no lab {lab}")
    items = [words[i + 1] for i, word in enumerate(words[:-1]) if word == "--only"]
    if command == "explain":
        items.append(words[2])
    for item in items:
        if named and named[0] in rubrics and item not in rubrics[named[0]]:
            problems.append(f"{place}: {named[0]} has no item {item}")


def check_all():
    helps = {name: known_words(name) for name in (line.split("\t")[0] for line in output("complete", "").splitlines())}
    labs = output("complete", "grade", "").split()
    rubrics = {lab: output("complete", "explain", lab, "").split() for lab in labs}
    helps["self-test"] = {"-R", "--slow"}  # the front door has these two
    helps["setup"] = {"--tests"}
    seen = 0
    for document in documents():
        for place, words in commands(document):
            seen += 1
            check(place, words, labs, helps, rubrics)
    if seen < 40 or not labs or not all(rubrics.values()):
        problems.append(f"only {seen} commands were found, with {len(labs)} labs")
    print(f"{seen} commands looked at")


VECTOR_ADD = """#include <cstdio>
__global__ void add(const float* a, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] += a[i];
}
int main() {
  float *a, *c;
  cudaMallocManaged(&a, 400), cudaMallocManaged(&c, 400);
  for (int i = 0; i < 100; ++i) a[i] = c[i] = 1;
  add<<<1, 128>>>(a, c, 100);
  cudaDeviceSynchronize();
  std::printf("%g\\n", c[99]);
  return cudaFree(a) || cudaFree(c);
}
"""


def prepare(folder):
    """The files and labs that the README's commands name."""
    for name in ("solutions", "starter", "labs", "rubrics"):
        (folder / name).symlink_to(root / name)
    (folder / "gridmark").symlink_to(gridmark)
    for name in ("vector_add.cu", "matmul.cu"):
        (folder / name).write_text(VECTOR_ADD)
    (folder / "train").write_text("#!/bin/sh\necho epoch 1, loss 2.5\n")  # a program for `gridmark watch`
    (folder / "train").chmod(0o755)
    for student in ("ada", "bo"):
        shutil.copytree(root / "starter/lab1-gpu-basics", folder / "cloned" / student / "lab1-gpu-basics")
    (folder / "roster.csv").write_text("id,repository\nada,cloned/ada\nbo,cloned/bo\n")
    (folder / "late.json").write_text('{"labs": {"lab1-gpu-basics": {"deadline": "2030-10-15T23:59:00+02:00"}}}\n')


def run_readme(folder):
    """Runs them in the README's order, because a later command uses the files of an earlier one."""
    prepare(folder)
    for place, words in commands(root / "README.md"):
        if words[0] in NOT_RUN:
            print(f"not run: gridmark {shlex.join(words)} ({NOT_RUN[words[0]]})")
            continue
        words = [word for word in words if word not in ("--watch", "--gdb")]  # these wait for a person
        words = [str(folder) + word[1:] if word.startswith("~/") else word for word in words]
        ran = subprocess.run(["./gridmark", *words], cwd=folder, capture_output=True, text=True, timeout=600,
                             stdin=subprocess.DEVNULL)
        print(f"{ran.returncode}  gridmark {shlex.join(words)}", flush=True)
        # 1: a starter's tests fail and its points are below the pass mark
        if ran.returncode not in ((0, 1) if "starter" in ran.stdout or words[0] in ("test", "debug", "batch") else (0,)):
            problems.append(f"{place}: exit code {ran.returncode}: {ran.stdout[-600:]}{ran.stderr[-600:]}")


if "--run" in sys.argv:
    with tempfile.TemporaryDirectory() as scratch:
        run_readme(pathlib.Path(scratch))
else:
    check_all()
print("\n".join(problems))
sys.exit(1 if problems else 0)
