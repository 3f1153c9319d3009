"""A class of twelve with a stand-in for the grader, for tests of commands over results folders."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

LAB = "lab0-warm-up"
STUDENTS = [f"s{number:02}" for number in range(12)]


def run(words, **more):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)


def must(words, codes=(0, 1), **more):
    done = run(words, **more)
    if done.returncode not in codes:
        sys.exit(f"{words} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done


class Course:
    """Twelve repositories of one commit each, a grader that returns one real record, and two rubrics.

    files  the room that their files are copied from
    """

    def __init__(self, gridmark, source, folder, lab=LAB, files="starter"):
        self.gridmark, self.source, self.folder, self.lab, self.files = gridmark, source, folder, lab, files
        self.environment = dict(os.environ, USER="tester", GIT_COMMITTER_DATE="2026-10-10T12:00:00Z")
        for student in STUDENTS:
            self.make_repository(student)
        self.make_grader()
        self.rubrics = [source / "rubrics" / f"{self.lab}.json", self.other_rubric()]

    def make_repository(self, student):
        place = self.folder / "class" / student
        shutil.copytree(self.source / self.files / self.lab, place / self.lab)
        code = sorted((place / self.lab).glob("*.cu"))[0]
        code.write_text(code.read_text() + f"// {student}\n")
        git = ["git", "-C", place, "-c", "user.name=S", "-c", "user.email=s@x", "-c", "init.defaultBranch=main"]
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "x"]):
            must(git + words, codes=(0,), env=self.environment)

    def make_grader(self):
        record = self.folder / "record.json"
        must([self.gridmark, "grade", self.lab, "--submission", self.folder / "class" / STUDENTS[0] / self.lab, "--record", record,
              "--html", self.folder / "page.html", "--device", "emulated"])
        self.grader = self.folder / "grader.sh"
        self.grader.write_text(f'#!/bin/sh\nsleep 0.05\ncp {record} "$6"\n')
        self.grader.chmod(0o700)

    def other_rubric(self):
        text = (self.source / "rubrics" / f"{self.lab}.json").read_text()
        other = self.folder / "other.json"
        other.write_text(text.replace('"points": 1,', '"points": 1.25,').replace('"points": 1 ', '"points": 1.25 '))
        if other.read_text() == text:
            sys.exit("the other rubric is the same one")
        return other

    def commands(self, results):
        common = [self.lab, "--submissions", self.folder / "class", "--results", results]
        batch = [self.gridmark, "batch", *common, "--device", "emulated", "--grader", self.grader]
        rescore = [self.gridmark, "rescore", results, "--yes", "--reason", "a changed limit", "--rubric"]
        return [batch, rescore + [self.rubrics[1]], [self.gridmark, "collect", *common], rescore + [self.rubrics[0]]]


class Commands:
    """Calls of commands, and the expectations that they do not meet."""

    def __init__(self, course):
        self.course = course
        self.results = course.folder / "results"
        self.failures = []

    def call(self, *words):
        return run([self.course.gridmark, *words], env=self.course.environment)

    def expect(self, code, part, *words):
        done = self.call(*words)
        if done.returncode != code or part not in done.stdout + done.stderr:
            self.failures.append(f"{' '.join(map(str, words))}\n  exit code {done.returncode}, expected {code}; expected "
                                 f"{part!r} in\n{done.stdout}{done.stderr}")
        return done.stdout
