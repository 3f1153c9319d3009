#!/usr/bin/env python3
"""Runs action.yml and the workflows as a runner would: valid YAML with the required parts, and the action's own steps.

Usage: action_test.py GRIDMARK SOURCE_ROOT
The steps run in bash with a runner's variables. The front door in the action's folder is a script that calls
GRIDMARK, whose `grade` copies a record.
Exit codes: 0 as expected, 1 not, 2 python3-yaml is missing.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print("action_test.py: found no yaml; install it: apt-get install python3-yaml")
    sys.exit(2)

gridmark, root = sys.argv[1], pathlib.Path(sys.argv[2])
problems = []


def check(true, what):
    if not true:
        problems.append(what)


def steps_of_shell(action):
    return [step for step in action["runs"]["steps"] if "run" in step]


def environment_of(step, inputs, folder):
    """Replaces `${{ inputs.NAME }}` as a runner does."""
    names = {"${{ inputs.%s }}" % name: value for name, value in inputs.items()}
    given = {name: names[value] for name, value in step.get("env", {}).items()}
    return {**os.environ, **given, "GITHUB_ACTIONS": "true", "GITHUB_ACTION_PATH": str(folder / "action"),
            "GITHUB_OUTPUT": str(folder / "output.txt"), "GITHUB_WORKSPACE": str(folder / "work"), "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
            "PATH": f"{folder}/tools:{os.environ['PATH']}"}


def make_runner(folder):
    """A runner with tools, the action's checkout and a student's."""
    for name in ("action", "tools", "work/starter/lab1-gpu-basics"):
        (folder / name).mkdir(parents=True)
    record = root / "tests/golden/report/mixed.json"
    scripts = {
        "tools/sudo": 'echo "$@" >>"$GITHUB_WORKSPACE/../sudo.txt"; exit 1',  # a runner without this setting
        "action/own": f'[ "$1" = grade ] || exec {gridmark} "$@"; cp {record} "$4"; exit 1',
        "action/gridmark": f'[ "$1" = --yes ] || exit 64; shift; [ "$1" != labs ] || exit 0; exec {gridmark} "$@" --program "$(dirname "$0")/own"',
    }
    for name, text in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)


def run_action(action, inputs, folder):
    """Returns the last step's exit code, and the output of all steps."""
    said, code = "", 0
    for step in steps_of_shell(action):
        check(step["shell"] == "bash", "a composite step needs its shell")
        check("${{" not in step["run"], "an input is a word of a script: a branch's name could be a command")
        ran = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=folder / "work",
                             env=environment_of(step, inputs, folder), capture_output=True, text=True, timeout=60)
        said, code = said + ran.stdout + ran.stderr, ran.returncode
        if code:
            break
    return code, said


def key_of(steps, checkout, folder):
    """The cache's key for a checkout, as the step computes it."""
    output = folder / "key.txt"
    output.unlink(missing_ok=True)
    step = next(step for step in steps if step.get("id") == "sources")
    subprocess.run(["bash", "-eo", "pipefail", "-c", step["run"]], cwd=checkout, check=True, timeout=60,
                   env={**os.environ, "GITHUB_ACTION_PATH": str(checkout), "GITHUB_OUTPUT": str(output)})
    return output.read_text()


def check_cache(name, steps):
    """The key depends only on the content. The build is cached before the grade, because the grade's job may fail."""
    uses = [step.get("uses", "") or step["run"] for step in steps]
    kept = uses.index("actions/cache/save@v4")
    check(any(" ci " in words for words in uses[kept:]), f"{name}: the build is kept after the grade, so not where one fails")
    check(any("--yes labs" in words for words in uses[:kept]), f"{name}: nothing is built before it is kept")
    for step in steps:
        if "cache/" in step.get("uses", ""):
            check(step["with"]["key"] == "${{ steps.sources.outputs.key }}", f"{name}: another key")
    with tempfile.TemporaryDirectory() as scratch:
        checkout = pathlib.Path(scratch) / "checkout"
        for path in ("grader/a.cpp", "build/b.o"):
            (checkout / path).parent.mkdir(parents=True)
            (checkout / path).write_text("one")
        first = key_of(steps, checkout, checkout.parent)
        os.utime(checkout / "grader/a.cpp", (1, 1))
        (checkout / "build/b.o").write_text("another")
        check(key_of(steps, checkout, checkout.parent) == first != "key=gridmark-\n", f"{name}: the key changes by itself")
        (checkout / "grader/a.cpp").write_text("two")
        check(key_of(steps, checkout, checkout.parent) != first, f"{name}: the key stays where gridmark changed")


def check_own_workflow():
    """gridmark's own workflow runs the continuous integration, and each issue form can be filled in."""
    workflow = yaml.safe_load((root / ".github/workflows/ci.yml").read_text())
    check(workflow["permissions"] == {"contents": "read"}, "ci.yml: tests may only read")
    for job in workflow["jobs"].values():
        check([step["run"] for step in job["steps"] if "run" in step][-1] == ".ci/run", "ci.yml does not run .ci/run")
    for form in (root / ".github/ISSUE_TEMPLATE").glob("*.yml"):
        text = yaml.safe_load(form.read_text())
        if form.name != "config.yml":
            check(text.get("name") and text.get("description"), f"{form.name} has no name or description")
            ids = [field["id"] for field in text["body"] if field["type"] != "markdown"]
            check(ids and len(ids) == len(set(ids)), f"{form.name}: ids of its fields")
    for name in (".devcontainer/devcontainer.json", ".vscode/extensions.json", ".vscode/settings.json", ".vscode/tasks.json"):
        check(json.loads((root / name).read_text()), f"{name} is empty")


check_own_workflow()
action = yaml.safe_load((root / "action.yml").read_text())
for name in ("name", "description", "runs", "inputs"):
    check(action.get(name), f"action.yml has no {name}")
for name in ("ci/github.yml", "handout/.github/workflows/grade.yml"):
    workflow = yaml.safe_load((root / name).read_text())
    check(workflow["permissions"] == {"contents": "read"}, f"{name}: a job that grades may only read")
check_cache("action.yml", action["runs"]["steps"])
check_cache("handout", yaml.safe_load((root / "handout/.github/workflows/grade.yml").read_text())["jobs"]["grade"]["steps"])
for name in ("ci/gitlab.yml", "handout/.gitlab-ci.yml"):
    job = yaml.safe_load((root / name).read_text())["grade"]
    check(job["cache"]["when"] == "always", f"{name}: a job below the pass mark keeps nothing")
    check(set(job["artifacts"]["reports"]) == {"junit", "codequality"}, f"{name}: reports are missing")

with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch)
    make_runner(folder)
    inputs = {"labs": "", "repository": str(folder / "work"), "since": "", "results": "results"}
    code, said = run_action(action, inputs, folder)
    check(code == 1, f"a grade below the pass mark: exit code {code}, expected 1: {said}")
    check("::error file=" in said, "no annotations")
    check("GPU basics: 5.5 of 12" in (folder / "summary.md").read_text(), "no summary")
    check((folder / "work/results/lab1-gpu-basics/record.json").exists(), "no record")
    check("apparmor_restrict_unprivileged_userns=0" in (folder / "sudo.txt").read_text(), "namespaces are not asked for")
    code, said = run_action(action, {**inputs, "labs": "lab1-gpu-basics $(touch obeyed)"}, folder)
    check(code == 64 and not (folder / "work/obeyed").exists(), "a lab's name is obeyed")

print("\n".join(problems) or "as expected")
sys.exit(1 if problems else 0)
