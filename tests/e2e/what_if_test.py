#!/usr/bin/env python3
"""what-if and statistics on a class of real records: what_if_test.py GRIDMARK SOURCE

A batch copies one real record of lab 1 to twelve students. The test gives each another measured value, scores the class
again, and moves a limit. `rescore` with the saved rubric must then give exactly the points that `what-if` printed.
"""
import csv
import hashlib
import json
import pathlib
import shutil
import statistics
import sys
import tempfile

sys.dont_write_bytecode = True  # no __pycache__ in the source folder
from stand_in_course import STUDENTS, Commands, Course, must

LAB, ITEM, MEASUREMENT = "lab1-gpu-basics", "tiled_bytes", "tiled.load_bytes_ratio"


class Class(Commands):
    def __init__(self, course):
        super().__init__(course)
        self.rubric = course.source / "rubrics" / f"{LAB}.json"

    def check(self, holds, message):
        if not holds:
            self.failures.append(message)

    def record_file(self, student):
        return self.results / student / LAB / "record.json"

    def record(self, student):
        return json.loads(self.record_file(student).read_text())

    def row_points(self):
        with open(self.results / "gradebook.csv", newline="") as file:
            return {row["id"]: row[LAB] for row in csv.DictReader(file)}

    def bytes_of_records(self):
        return [hashlib.sha256(self.record_file(student).read_bytes()).hexdigest() for student in STUDENTS]

    def make(self):
        """Half of the class is a day late, the value of each student differs, and persons have decided about two."""
        policy = self.course.folder / "late.json"
        policy.write_text(json.dumps({"percent_per_day": 10, "labs": {LAB: {"deadline": "2026-10-10T00:00:00Z"}}, "extensions": [
            {"student": student, "lab": LAB, "days": 3, "reason": "ill"} for student in STUDENTS[::2]]}))
        must([self.course.gridmark, "batch", LAB, "--submissions", self.course.folder / "class", "--results", self.results,
              "--policy", policy, "--device", "emulated", "--grader", self.course.grader], env=self.course.environment)
        for number, student in enumerate(STUDENTS):
            record = self.record(student)
            for seen in record["measurements"]:
                if seen["name"] == MEASUREMENT:
                    seen["value"] = 0.1 + 0.02 * number
            self.record_file(student).write_text(json.dumps(record, indent=1) + "\n")
        must([self.course.gridmark, "rescore", self.results, "--yes"], env=self.course.environment)
        for student, decision in ((STUDENTS[3], ["--points", "5"]), (STUDENTS[4], ["--excuse"])):
            must([self.course.gridmark, "adjust", student, LAB, "--results", self.results, *decision, "--reason", "so"],
                 codes=(0,), env=self.course.environment)

    def what_if(self):
        before, gradebook = self.bytes_of_records(), self.row_points()
        saved = self.course.folder / "new limit.json"
        words = ["what-if", self.results, LAB, ITEM, "--limit", "0.15"]
        table = self.expect(0, "grades change", *words)
        self.check("█" in table and "passing" in table, f"the table has no bars:\n{table}")
        self.expect(0, "Nothing was written", *words, "--save", saved, "--dry-run")
        self.check(not saved.exists(), "a dry run wrote the rubric")
        seen = json.loads(self.expect(0, '"gridmark/what-if/v1"', *words, "--json"))
        self.expect(0, f"gridmark rescore '{self.results}' --rubric '{saved}'", *words, "--save", saved)
        other_lab = self.results / STUDENTS[0] / "lab0-warm-up"
        other_lab.mkdir()
        (other_lab / "record.json").write_text("{}")
        self.expect(0, f"gridmark rescore '{self.results}'/*/{LAB} --rubric", *words, "--save", saved)
        shutil.rmtree(other_lab)
        self.check(self.bytes_of_records() == before and self.row_points() == gradebook, "what-if changed the class")
        old, new = self.rubric.read_text(), saved.read_text()
        expected = old.replace("[[0.125, 1.0], [0.25, 0.5]]", "[[0.15, 1.0], [0.3, 0.5]]")
        self.check(old != expected and new == expected, "the saved rubric differs in more than the limits")
        self.compare(seen, gradebook, saved)

    def compare(self, seen, gradebook, saved):
        """The points before are those of the gradebook, and the points after are those that rescore gives."""
        rows = {row["student"]: row for row in seen["students"]}
        self.check(list(rows) == STUDENTS, f"other students: {list(rows)}")
        self.check(sum(row["changes"] for row in rows.values()) >= 3, f"too few grades change: {rows}")
        for student in STUDENTS:
            self.check(rows[student]["before"] == float(gradebook[student] or 0) or student == STUDENTS[4],
                       f"{student} has {gradebook[student]} before, not {rows[student]['before']}")
        must([self.course.gridmark, "rescore", self.results, "--rubric", saved, "--yes"], env=self.course.environment)
        now, whole = self.row_points(), [self.record(student) for student in STUDENTS]
        for student, record in zip(STUDENTS, whole):
            item = next(item for item in record["items"] if item["id"] == ITEM)
            self.check(rows[student]["item_after"] == item["points"], f"{student}: {rows[student]}, but rescore: {item['points']}")
            self.check(rows[student]["passing_after"] == record["passing"], f"{student}: another pass")
            part = 1 if student in STUDENTS[::2] else 0.9  # one day late
            self.check(student == STUDENTS[3] or abs(rows[student]["after"] - part * record["points"]) < 0.006,
                       f"{student}: {rows[student]['after']} after lateness, of {record['points']} points")
            self.check(rows[student]["after"] == float(now[student] or 0) or student == STUDENTS[4],
                       f"{student}: what-if {rows[student]['after']}, rescore {now[student]}")
        summary = json.loads((self.results / "summary.json").read_text())
        self.check(str(seen["after"]["passing"]) in json.dumps(summary), "the summary has another number of passing students")
        again = json.loads(self.expect(0, "other_rubric", "what-if", self.results, LAB, ITEM, "--limit", "0.15", "--json"))
        self.check(again["other_rubric"] == len(STUDENTS) and not any(row["changes"] for row in again["students"]),
                   f"after rescore the class still moves: {again}")

    def errors(self):
        def own(*words):
            return ["what-if", self.results, *words]
        self.expect(64, 'did you mean "lab1-gpu-basics"?', *own("lab1-gpu-basic", ITEM, "--limit", "1"))
        self.expect(64, 'did you mean "tiled_bytes"?', *own(LAB, "tiled_byte", "--limit", "1"))
        self.expect(64, "it is earned by tests", *own(LAB, "tiled_correct", "--limit", "1"))
        self.expect(64, "--limit: found 1000, expected", *own(LAB, ITEM, "--limit", "1000"))
        self.expect(64, "--limit: found -1, expected", *own(LAB, ITEM, "--limit", "-1"))
        self.expect(64, "found no device, expected emulated or cuda", *own(LAB, "modelled_speed", "--limit", "0.3"))
        self.expect(64, "no record of", *own(LAB, "modelled_speed", "--limit", "0.3", "--device", "cuda"))
        self.expect(64, "has no target for the cuda device", *own(LAB, ITEM, "--limit", "0.2", "--device", "cuda"))
        self.expect(64, "holds no ledger", "what-if", self.course.folder / "class", LAB, ITEM, "--limit", "1")
        other = self.course.folder / "letter.txt"
        other.write_text("Dear Ada")
        self.expect(64, "does not replace it", *own(LAB, ITEM, "--limit", "0.2", "--save", other))
        self.check(other.read_text() == "Dear Ada", "--save replaced a file that is no rubric")
        whole = self.record_file(STUDENTS[5]).read_text()
        record = json.loads(whole)
        record["measurements"] = [seen for seen in record["measurements"] if seen["name"] != MEASUREMENT]
        self.record_file(STUDENTS[5]).write_text(json.dumps(record))
        self.expect(2, "1 of 12 records cannot be scored", *own(LAB, ITEM, "--limit", "0.2"))
        self.expect(2, "no such measurement", *own(LAB, ITEM, "--limit", "0.2"))
        self.record_file(STUDENTS[5]).write_text(whole)

    def statistics(self):
        seen = json.loads(self.expect(0, '"gridmark/statistics/v1"', "statistics", self.results, "--json"))
        found = next(item for item in seen["labs"][0]["items"] if item["id"] == ITEM)
        shares = []
        for student in STUDENTS:
            if student == STUDENTS[4]:
                continue  # excused
            item = next(item for item in self.record(student)["items"] if item["id"] == ITEM)
            shares.append(item["points"] / item["max_points"])
        for key, value in (("mean", statistics.mean(shares)), ("deviation", statistics.stdev(shares))):
            self.check(abs(found[key] - value) < 1e-9, f"{key} is {found[key]}, Python has {value}")
        self.check(found["discrimination"] is None, "no other item differs, so there is no discrimination")
        self.expect(0, "separates nothing: all have full points", "statistics", self.results, LAB)
        self.expect(64, 'did you mean "lab1-gpu-basics"?', "statistics", self.results, "lab1-gpu-basic")
        self.expect(64, "holds no ledger", "statistics", self.course.folder / "class")


def main():
    gridmark, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as name:
        whole = Class(Course(gridmark, source, pathlib.Path(name), LAB, "solutions"))
        whole.make()
        whole.statistics()
        whole.errors()
        whole.what_if()
        if whole.failures:
            sys.exit("\n".join(whole.failures))
    print("what-if gives the points of rescore, and statistics those of Python")


if __name__ == "__main__":
    main()
