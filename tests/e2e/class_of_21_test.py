#!/usr/bin/env python3
"""A class of 21 rows of every kind, from roster to gradebook, over a year: class_of_21_test.py GRIDMARK SOURCE

All steps use the commands of docs/batch.md and the real grader. The deadline is one minute before the test's first
look. So a commit that appears later and claims to be older contradicts the course's looks.
"""
import csv
import datetime
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

LAB = "lab0-warm-up"
DAY = 86400


def stamp(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Class21:
    def __init__(self, gridmark, source, folder):
        self.gridmark, self.source, self.folder = gridmark, source, folder
        self.now = int(time.time())
        self.deadline = self.now - 60
        self.in_time = stamp(self.deadline - DAY)
        self.results = folder / "grades"
        self.roster = [["id", "name", "repository", "extension"]]
        self.failures = []
        self.books = []  # (moment, gradebook.csv as it was)

    # --- repositories -----------------------------------------------------------------------------------

    def place(self, student):
        return self.folder / "repositories" / student

    def files(self, student, layout=f"starter/{LAB}", of="solutions"):
        target = self.place(student) / layout
        shutil.copytree(self.source / of / LAB, target, dirs_exist_ok=True)
        return target

    def git(self, student, *words, when=None):
        environment = dict(os.environ, GIT_CONFIG_GLOBAL="/dev/null", GIT_COMMITTER_DATE=when or self.in_time)
        subprocess.run(["git", "-C", self.place(student), "-c", "user.name=S", "-c", "user.email=s@x",
                        "-c", "core.hooksPath=/dev/null", *words], check=True, capture_output=True, env=environment)

    def commit(self, student, when=None, branch="main"):
        if not (self.place(student) / ".git").exists():
            self.git(student, "-c", f"init.defaultBranch={branch}", "init", "-q")
        self.git(student, "add", "-A")
        self.git(student, "commit", "-qm", "x", when=when)

    def row(self, student, repository=None, extension=""):
        self.roster.append([student, student.title(), f"repositories/{repository or student}" if repository != "" else "",
                            extension])

    def append(self, student, name, text, layout=f"starter/{LAB}"):
        file = self.place(student) / layout / name
        file.write_text(file.read_text() + text)

    def make_repositories(self):
        for student in ("perfect", "backdated", "rewritten", "pair-one"):
            self.files(student)
            self.commit(student)
        self.row("perfect"), self.row("backdated"), self.row("rewritten")
        self.row("pair-one"), self.row("pair-two", "pair-one")
        self.files("untouched", of="starter"), self.commit("untouched"), self.row("untouched")
        self.place("empty").mkdir(parents=True), self.git("empty", "init", "-q"), self.row("empty")
        self.files("wrong-branch"), self.commit("wrong-branch", branch="work"), self.row("wrong-branch")
        self.files("by-lab", LAB), self.commit("by-lab"), self.row("by-lab")
        self.files("misplaced", "homework/weeks/one"), self.commit("misplaced"), self.row("misplaced")
        self.row("not-there")
        self.row("without", "")
        self.files("late"), self.commit("late", stamp(self.deadline + 30)), self.row("late")
        self.files("too-late"), self.commit("too-late", stamp(self.now + 1)), self.row("too-late")
        self.files("extended"), self.commit("extended", stamp(self.deadline + 40)), self.row("extended", extension="2")
        self.files("extended-by-policy"), self.commit("extended-by-policy", stamp(self.deadline + 40))
        self.row("extended-by-policy")
        self.make_odd_ones()
        with open(self.folder / "roster.csv", "w", newline="") as file:
            csv.writer(file).writerows(self.roster)
        assert len(self.roster) == 22, len(self.roster)

    def make_odd_ones(self):
        lfs = self.files("lfs")
        code = sorted(lfs.glob("*.cu"))[0].name
        (lfs / code).write_text("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n")
        self.commit("lfs"), self.row("lfs")
        self.files("submodule"), self.commit("submodule")
        self.git("submodule", "update-index", "--add", "--cacheinfo",
                 "160000,0123456789012345678901234567890123456789,elsewhere")
        self.git("submodule", "commit", "-qm", "y"), self.row("submodule")
        renamed = self.files("renamed")
        (renamed / "transfers.cu").rename(renamed / "my_transfers.cu")
        self.commit("renamed"), self.row("renamed")
        self.files("broken"), self.append("broken", "pitfalls.cu", "\nint broken( {\n"), self.commit("broken")
        self.row("broken")
        self.files("endless")
        self.append("endless", "device_report.cu", "\nstatic const int forever = [] { for (;;) { asm volatile(\"\"); } return 0; }();\n")
        self.commit("endless"), self.row("endless")

    def write_policy(self):
        policy = {"percent_per_day": 10, "branch": "main",
                  "labs": {LAB: {"deadline": stamp(self.deadline), "hard_close": stamp(self.now)}},
                  "extensions": [{"student": "extended-by-policy", "lab": LAB, "days": 1, "reason": "ill"}]}
        (self.folder / "late.json").write_text(json.dumps(policy))

    # --- commands ---------------------------------------------------------------------------------------

    def run(self, *words, codes=(0,)):
        time.sleep(1.1)  # the ledger's times are in seconds
        done = subprocess.run([str(self.gridmark), *map(str, words)], capture_output=True, text=True, cwd=self.folder,
                              env=dict(os.environ, USER="tester"))
        if done.returncode not in codes:
            sys.exit(f"{words} ended with {done.returncode}\n{done.stdout}{done.stderr}")
        book = self.results / "gradebook.csv"
        if book.exists() and (not self.books or self.books[-1][1] != book.read_bytes()):
            self.books.append((stamp(time.time()), book.read_bytes()))
        return done.stdout + done.stderr

    def batch(self, *words, codes=(1,)):
        return self.run("batch", LAB, "--roster", "roster.csv", "--policy", "late.json", "--results", self.results,
                        "--device", "emulated", *words, codes=codes)

    def book(self):
        with open(self.results / "gradebook.csv", newline="") as file:
            return {row["id"]: row for row in csv.DictReader(file)}

    def history(self, student):
        return self.run("history", student, LAB, "--results", self.results)

    # --- what must be seen ------------------------------------------------------------------------------

    def see(self, what, holds):
        if not holds:
            self.failures.append(what)
            print("FAILED", what)

    def see_cell(self, student, column, part):
        cell = self.book()[student][column]
        self.see(f"{student}'s {column}: {cell!r} has {part!r}", part in cell)

    def first_evening(self):
        self.run("collect", LAB, "--roster", "roster.csv", "--policy", "late.json", "--results", self.results, codes=(1,))
        plan = self.batch("--dry-run", codes=(0,))
        self.see("the plan grades nothing", "nothing was graded" in plan)
        self.batch()
        full = self.book()["perfect"][LAB]
        self.see("perfect has all points", full == self.book()["perfect"][f"{LAB} of"])
        for student in ("by-lab", "submodule", "extended", "extended-by-policy", "pair-one", "pair-two"):
            self.see(f"{student} has all points", self.book()[student][LAB] == full)
        self.see("late loses a tenth", abs(float(self.book()["late"][LAB]) - 0.9 * float(full)) < 0.02)
        self.see("untouched has none", self.book()["untouched"][LAB] == "0")
        for student in ("renamed", "broken", "endless"):
            self.see(f"{student} keeps a part: {self.book()[student]}", float(self.book()[student][LAB]) < float(full))
        for student, why in (("empty", "empty"), ("wrong-branch", "branch"), ("misplaced", "found none of"),
                             ("too-late", "no commit"), ("without", "nothing"), ("lfs", "Git LFS pointer"),
                             ("not-there", "is not a folder")):
            self.see_cell(student, f"{LAB} state", why)
            self.see(f"{student} has no points, not 0", self.book()[student][LAB] == "")

    def questions(self):
        """Later events: a backdated commit, a rewritten branch, a new rubric, persons' decisions."""
        self.append("backdated", "transfers.cu", "\n// a better comment\n")
        self.commit("backdated", stamp(self.deadline - 3600))
        self.append("rewritten", "transfers.cu", "\n// another past\n")
        self.git("rewritten", "commit", "-qam", "z", "--amend")
        self.batch()
        self.see_cell("backdated", f"{LAB} late", "was not in the repository at")
        self.see_cell("rewritten", f"{LAB} late", "the branch was rewritten")
        others = {student: row for student, row in self.book().items() if student != "perfect"}
        self.run("adjust", "perfect", LAB, "--results", self.results, "--bonus", "1", "--reason", "found a fault")
        self.see_cell("perfect", f"{LAB} state", "bonus of 1")
        self.see("an adjustment touches one row",
                 others == {student: row for student, row in self.book().items() if student != "perfect"})
        self.run("adjust", "lfs", LAB, "--results", self.results, "--excuse", "--reason", "ill")
        self.see_cell("lfs", f"{LAB} state", "excused")
        self.append("late", "transfers.cu", "\n// later\n")
        self.commit("late", stamp(self.deadline + 50))
        before = self.book()
        self.batch("--student", "late", codes=(0,))
        self.see("one student's grade touches one row",
                 [student for student, row in self.book().items() if row != before[student]] == ["late"])
        self.rescore()

    def rescore(self):
        text = (self.source / "rubrics" / f"{LAB}.json").read_text()
        (self.folder / "new.json").write_text(text.replace('"points": 1,', '"points": 1.25,'))
        before = float(self.book()["perfect"][f"{LAB} of"])
        self.run("rescore", self.results, "--rubric", "new.json", "--yes", "--reason", "worth more")
        self.see("a new rubric reaches the gradebook",
                 float(self.book()["perfect"][f"{LAB} of"]) > before)
        story = self.history("perfect")
        for part in ("graded", "bonus", "found a fault", "rescored", "worth more", "by tester", "first seen"):
            self.see(f"perfect's history has {part!r}", part in story)
        plan = self.batch("--dry-run", codes=(0,))
        line = next(line for line in plan.splitlines() if line.startswith("perfect/"))
        self.see(f"the course's own rubric takes no compiler: {line}", "rescore" in line)
        self.batch()

    def past_gradebooks(self):
        self.see(f"there were several gradebooks: {len(self.books)}", len(self.books) >= 5)
        for moment, text in self.books:
            out = self.folder / "then.csv"
            subprocess.run([str(self.gridmark), "history", "--gradebook", "--at", moment, "--results", self.results, "-o", out],
                           check=True, capture_output=True)
            self.see(f"the gradebook of {moment} comes back", out.read_bytes() == text)
        with sqlite3.connect(self.results / "course.sqlite") as ledger:
            self.see("the ledger is whole", ledger.execute("PRAGMA integrity_check").fetchone()[0] == "ok")


def main():
    gridmark, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as name:
        course = Class21(gridmark, source, pathlib.Path(name))
        course.make_repositories()
        course.write_policy()
        course.first_evening()
        course.questions()
        course.past_gradebooks()
        if course.failures:
            sys.exit(f"{len(course.failures)} failures:\n" + "\n".join(course.failures) + "\n"
                     + (course.results / "gradebook.csv").read_text())
    print("21 rows, as expected")


if __name__ == "__main__":
    main()
