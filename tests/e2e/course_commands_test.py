#!/usr/bin/env python3
"""history, adjust, collect and release from the command line: course_commands_test.py GRIDMARK SOURCE"""
import csv
import json
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True  # no __pycache__ in the source folder
from stand_in_course import LAB, STUDENTS, Commands, Course, must

OVER = {"deadline": "2026-10-11T00:00:00Z", "hard_close": "2026-10-12T00:00:00Z"}


class CourseCommands(Commands):
    def __init__(self, course):
        super().__init__(course)
        self.common = ["--submissions", course.folder / "class", "--results", self.results]

    def row(self, student):
        with open(self.results / "gradebook.csv", newline="") as file:
            return next(row for row in csv.DictReader(file) if row["id"] == student)

    def policy(self, name, **lab):
        file = self.course.folder / name
        file.write_text(json.dumps({"labs": {LAB: lab}}))
        return file

    def history(self):
        own = ["--results", self.results]
        self.expect(0, "graded", "history", STUDENTS[0], LAB, *own)
        self.expect(0, '"gridmark/history/v1"', "history", STUDENTS[0], LAB, "--json", *own)
        self.expect(64, "has no grade of \"ada\"", "history", "ada", *own)
        self.expect(64, "expected a time such as", "history", "--gradebook", "--at", "yesterday", *own)
        self.expect(64, "has no class before", "history", "--gradebook", "--at", "2001-01-01T00:00:00Z", *own)
        self.expect(64, "STUDENT", "history", *own)
        self.expect(64, "holds no ledger", "history", "ada", "--results", self.course.folder / "class")
        self.expect(0, "intact", "history", "--check", *own)
        now = self.expect(0, "id,name", "history", "--gradebook", *own)
        if now.splitlines() != (self.results / "gradebook.csv").read_text().splitlines():
            self.failures.append("the gradebook of now is not the one that lies there")

    def adjust(self):
        def own(*words):
            return ["adjust", STUDENTS[1], LAB, "--results", self.results, *words]
        before = self.row(STUDENTS[1])
        self.expect(64, "found no adjustments", *own("--reason", "x"))
        self.expect(64, "found several", *own("--excuse", "--waive", "--reason", "x"))
        self.expect(64, "--reason", *own("--excuse"))
        self.expect(0, "Nothing was written", *own("--points", "3", "--reason", "x", "--dry-run"))
        if self.row(STUDENTS[1]) != before:
            self.failures.append("a dry run of adjust wrote")
        self.expect(0, "overridden by eve", *own("--points", "3", "--reason", "a fault of ours", "--by", "eve"))
        if self.row(STUDENTS[1])[LAB] != "3" or "by a person" not in self.row(STUDENTS[1])[f"{LAB} state"]:
            self.failures.append(f"other points are not in the gradebook: {self.row(STUDENTS[1])}")
        must([*[self.course.gridmark, "batch", LAB], *self.common, "--grader", self.course.grader], env=self.course.environment)
        if self.row(STUDENTS[1])[LAB] != "3":
            self.failures.append("another batch took the adjustment back")
        self.expect(0, "overridden by tester", *own("--no-points", "--reason", "mended"))
        if self.row(STUDENTS[1]) != before:
            self.failures.append(f"the record's points are not back: {self.row(STUDENTS[1])}, {before}")
        for words, kind in (("--appeal", "appealed"), ("--answer", "answered"), ("--delivered", "delivered")):
            self.expect(0, kind, *own(words, "--reason", "so"))
        self.expect(64, "has no grade", "adjust", "ada", LAB, "--results", self.results, "--excuse", "--reason", "x")
        story = self.expect(0, "a fault of ours", "history", STUDENTS[1], LAB, "--results", self.results)
        for part in ("overridden", "by eve", "appealed", "answered", "delivered"):
            if part not in story:
                self.failures.append(f"{part!r} is not in\n{story}")

    def rescore(self):
        """If only the rubric differs, `batch` scores again without running a grader."""
        batch = ["batch", LAB, *self.common, "--grader", "/bin/false"]
        before = self.row(STUDENTS[2])
        self.expect(0, "records written", "rescore", self.results, "--rubric", self.course.rubrics[1], "--yes",
                    "--student", STUDENTS[2])
        if self.row(STUDENTS[2])[f"{LAB} of"] == before[f"{LAB} of"]:
            self.failures.append("another rubric did not reach the gradebook")
        if self.row(STUDENTS[3]) != before | {"id": STUDENTS[3]}:
            self.failures.append(f"rescoring one student changed another: {self.row(STUDENTS[3])}")
        plan = self.expect(0, "rescore", *batch, "--dry-run")
        if f"{STUDENTS[2]}/{LAB}  rescore" not in plan or f"{STUDENTS[3]}/{LAB}  graded already" not in plan:
            self.failures.append(f"the plan is not to rescore one student:\n{plan}")
        self.expect(0, "(0 of them now)", *batch)
        if self.row(STUDENTS[2]) != before:
            self.failures.append(f"batch did not bring the course's rubric back: {self.row(STUDENTS[2])}")
        self.expect(0, "rescored", "history", STUDENTS[2], "--results", self.results)

    def collect(self):
        pushes = self.course.folder / "pushes.csv"
        pushes.write_text("student,commit,pushed\nada," + "0" * 40 + ",2026-10-01T00:00:00Z\n")
        self.expect(64, "pushes.csv:2:1: found \"ada\"", "collect", LAB, *self.common, "--push-times", pushes)
        pushes.write_text(f"student,commit,pushed\n{STUDENTS[0]},123,2026-10-01T00:00:00Z\n")
        self.expect(64, "the whole id of a commit", "collect", LAB, *self.common, "--push-times", pushes)
        self.expect(64, "--at-deadline", "collect", LAB, *self.common, "--at-deadline")
        self.expect(0, "collected", "collect", LAB, *self.common)

    def release(self):
        to = self.course.folder / "published"

        def own(policy, *words):
            return ["release", LAB, "--submissions", self.course.folder / "class", "--policy", policy, "--to", to, *words]
        self.expect(1, "too early", *own(self.policy("open.json", deadline="2999-01-01T00:00:00Z")))
        self.expect(64, "no deadline", *own("none"))
        over = self.policy("over.json", **OVER)
        self.expect(0, "Nothing was written", *own(over, "--dry-run"))
        if to.exists():
            self.failures.append("release wrote too early, or in a dry run")
        self.expect(0, f"solutions/{LAB}", *own(over))
        if not list((to / "solutions" / LAB).glob("*.cu")):
            self.failures.append("release published no solution")


def main():
    gridmark, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as name:
        commands = CourseCommands(Course(gridmark, source, pathlib.Path(name)))
        must(commands.course.commands(commands.results)[0], env=commands.course.environment)
        commands.history()
        commands.adjust()
        commands.rescore()
        commands.collect()
        commands.release()
        if commands.failures:
            sys.exit("\n".join(commands.failures))
    print("history, adjust, collect and release do as they say")


if __name__ == "__main__":
    main()
