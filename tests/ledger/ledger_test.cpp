// The ledger of a course: kept entries, refused entries, and changed grades.
#include "grader/ledger/ledger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "grader/core/results_file.h"
#include "grader/report/gradebook.h"
#include "grader/system/temp_folder.h"

namespace gridmark::ledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

LabGrade graded(double points, int attempt = 1) {
  LabGrade grade;
  grade.lab = "lab1";
  grade.state = GradeState::graded;
  grade.has_record = true;
  grade.points = grade.points_at_most = Points(points);
  grade.max_points = Points(20);
  grade.attempt = grade.attempts = attempt;
  grade.key = "key" + std::to_string(attempt);
  grade.rubric = "r1";
  grade.items = {{"one", "One", Points(points), Points(20), Outcome::passed, "", ""}};
  return grade;
}

class LedgerTest : public testing::Test {
 protected:
  std::filesystem::path root() const { return folder_->path(); }
  std::filesystem::path file() const { return results_file(root(), ResultsFile::ledger); }
  Ledger open() const { return std::move(Ledger::open(root())).value(); }
  static Occasion at(const std::string& moment) { return {moment, "tom", "because"}; }
  static void note(Ledger& ledger, const std::string& student, const LabGrade& grade,
                   const std::string& moment) {
    const StandingGrade one{student, grade};
    ASSERT_TRUE(ledger.note({&one, 1}, at(moment)));
  }
  static std::vector<EventKind> kinds(const Ledger& ledger, const std::string& student) {
    std::vector<EventKind> all;
    for (const CourseEvent& event : ledger.events(student, "").value()) all.push_back(event.kind);
    return all;
  }
  static ClassBook class_of(std::vector<std::string> ids) {
    ClassBook book;
    book.version = "0";
    book.labs = {{"lab1", "Lab 1", Points(20), true, 0.7}};
    for (std::string& id : ids) book.students.push_back({Student{std::move(id), "", "", "", "", 0, {}}, {}});
    return book;
  }

 private:
  Result<system::TempFolder> folder_ = system::TempFolder::make();
};

TEST_F(LedgerTest, AGradeThatStaysIsNotedOnce) {
  Ledger ledger = open();
  note(ledger, "ada", graded(14), "2026-10-01T00:00:00Z");
  note(ledger, "ada", graded(14), "2026-10-02T00:00:00Z");
  EXPECT_THAT(kinds(ledger, "ada"), ElementsAre(EventKind::graded));
  EXPECT_EQ(ledger.grade("ada", "lab1").value()->points, Points(14));
  EXPECT_FALSE(ledger.grade("bo", "lab1").value());
}

TEST_F(LedgerTest, EachKindOfChangeHasItsName) {
  Ledger ledger = open();
  LabGrade grade = graded(14);
  note(ledger, "ada", grade, "2026-10-01T00:00:00Z");
  grade.rubric = "r2";
  grade.points = Points(15);
  note(ledger, "ada", grade, "2026-10-02T00:00:00Z");
  grade.manual = {{"ada", "report", Points(2), "eve", "fine", ""}};
  note(ledger, "ada", grade, "2026-10-03T00:00:00Z");
  grade.reviews = {{"one", true, "fay", "2026-10-04T00:00:00Z", "honest"}};
  note(ledger, "ada", grade, "2026-10-04T00:00:00Z");
  grade.factor = 0.9;
  note(ledger, "ada", grade, "2026-10-05T00:00:00Z");
  note(ledger, "ada", graded(16, 2), "2026-10-06T00:00:00Z");
  EXPECT_THAT(kinds(ledger, "ada"),
              ElementsAre(EventKind::graded, EventKind::rescored, EventKind::hand_graded, EventKind::reviewed,
                          EventKind::updated, EventKind::graded));
  const auto events = ledger.events("ada", "lab1").value();
  EXPECT_EQ(events[1].author, "tom");
  EXPECT_EQ(events[1].reason, "because");
  EXPECT_EQ(events[2].author, "eve");
  EXPECT_EQ(events[3].author, "fay");
  EXPECT_THAT(events[3].reason, HasSubstr("honest"));
}

TEST_F(LedgerTest, AnAdjustmentOutlivesAnotherAttempt) {
  Ledger ledger = open();
  note(ledger, "ada", graded(14), "2026-10-01T00:00:00Z");
  ASSERT_TRUE(ledger.adjust("ada", "lab1", EventKind::bonus, {{}, Points(1), false, false},
                            at("2026-10-02T00:00:00Z")));
  note(ledger, "ada", graded(16, 2), "2026-10-03T00:00:00Z");
  EXPECT_EQ(ledger.grade("ada", "lab1").value()->counted(), Points(17));
  const auto unknown = ledger.adjust("bo", "lab1", EventKind::bonus, {}, at("2026-10-02T00:00:00Z"));
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message, HasSubstr("has no grade of \"bo\""));
}

TEST_F(LedgerTest, APastGradebookComesBackByteForByte) {
  Ledger ledger = open();
  ASSERT_TRUE(ledger.note_class(class_of({"ada", "bo"}), at("2026-10-01T00:00:00Z")));
  note(ledger, "ada", graded(14), "2026-10-01T00:00:00Z");
  const std::string first = report::print_gradebook(*ledger.book().value());
  ASSERT_TRUE(ledger.note_class(class_of({"ada", "bo", "cy"}), at("2026-10-09T00:00:00Z")));
  note(ledger, "ada", graded(15, 2), "2026-10-09T00:00:00Z");
  note(ledger, "cy", graded(3), "2026-10-09T00:00:00Z");
  EXPECT_NE(report::print_gradebook(*ledger.book().value()), first);
  EXPECT_EQ(report::print_gradebook(*ledger.book("2026-10-08T23:59:59Z").value()), first);
  EXPECT_FALSE(ledger.book("2026-09-30T00:00:00Z").value());
}

TEST_F(LedgerTest, NothingInItCanBeChanged) {
  Ledger ledger = open();
  ASSERT_TRUE(ledger.note_class(class_of({"ada"}), at("2026-10-01T00:00:00Z")));
  note(ledger, "ada", graded(14), "2026-10-01T00:00:00Z");
  const std::vector<std::pair<std::string, std::string>> commits{{"c1", "2026-10-01T00:00:00Z"}};
  ASSERT_TRUE(ledger.note_look("r", "", "2026-10-01T00:00:00Z", commits));
  ASSERT_TRUE(ledger.note_push("r", "c1", "2026-10-01T00:00:00Z"));
  const Database database = std::move(Database::open(file())).value();
  for (const char* table : {"events", "classes", "looks", "commits", "pushes"}) {
    const std::string removed = std::string("DELETE FROM ") + table;
    const auto done = database.run(removed.c_str());
    ASSERT_FALSE(done) << table;
    EXPECT_THAT(done.error().message, HasSubstr("stay as they are")) << table;
  }
  EXPECT_FALSE(database.run("UPDATE events SET author = 'eve'"));
  EXPECT_FALSE(database.run("UPDATE commits SET seen = ''"));
}

TEST_F(LedgerTest, ACommitIsSeenFirstOnce) {
  Ledger ledger = open();
  using Commits = std::vector<std::pair<std::string, std::string>>;
  ASSERT_TRUE(ledger.note_look("r", "main", "2026-10-10T00:00:00Z", Commits{{"a", "2026-10-01T00:00:00Z"}}));
  ASSERT_TRUE(ledger.note_look("r", "main", "2026-11-27T00:00:00Z",
                               Commits{{"b", "2026-10-02T00:00:00Z"}, {"a", "2026-10-01T00:00:00Z"}}));
  const auto seen = ledger.seen_commits("r").value();
  EXPECT_EQ(seen.at("a").seen, "2026-10-10T00:00:00Z");
  EXPECT_EQ(seen.at("a").not_before, "");
  EXPECT_EQ(seen.at("b").seen, "2026-11-27T00:00:00Z");
  EXPECT_EQ(seen.at("b").not_before, "2026-10-10T00:00:00Z");
  EXPECT_EQ(ledger.looks("r", "main").value().front().tip, "b");
  EXPECT_TRUE(ledger.looks("r", "other").value().empty());
}

TEST_F(LedgerTest, TwoWritersLoseAndDoubleNothing) {
  open();
  std::vector<std::thread> writers;
  std::atomic<int> failed = 0;
  for (int writer = 0; writer < 4; ++writer)
    writers.emplace_back([&, writer] {
      Ledger own = open();
      for (int i = 1; i <= 25; ++i) {
        const StandingGrade all[] = {{"w" + std::to_string(writer), graded(i, i)}, {"shared", graded(7)}};
        failed += own.note(all, at("2026-10-01T00:00:00Z")) ? 0 : 1;
      }
    });
  for (std::thread& one : writers) one.join();
  EXPECT_EQ(failed, 0);
  const Ledger ledger = open();
  for (int writer = 0; writer < 4; ++writer)
    EXPECT_EQ(kinds(ledger, "w" + std::to_string(writer)).size(), 25u);
  EXPECT_THAT(kinds(ledger, "shared"), ElementsAre(EventKind::graded));
  EXPECT_TRUE(ledger.check());
}

TEST_F(LedgerTest, RefusesWhatIsNoLedger) {
  EXPECT_THAT(Ledger::open_existing(root()).error().message, HasSubstr("gridmark batch"));
  std::ofstream(file()) << "id,name\nada,Ada\n" << std::string(5000, 'x');
  const auto text = Ledger::open(root());
  ASSERT_FALSE(text);
  EXPECT_THAT(text.error().message, HasSubstr("damaged or not a ledger"));
  std::filesystem::remove(file());
  open();
  ASSERT_TRUE(Database::open(file())->run("PRAGMA user_version=7"));
  EXPECT_THAT(Ledger::open(root()).error().message, HasSubstr("version 7"));
}

TEST_F(LedgerTest, SaysWhereAStoredGradeIsBroken) {
  Ledger ledger = open();
  ASSERT_TRUE(Database::open(file())->run(
      "INSERT INTO events (at, kind, student, lab, author, reason, grade) "
      "VALUES ('2026-10-01T00:00:00Z', 'graded', 'ada', 'lab1', 'x', '', '{\"lab\": 7}')"));
  const auto grade = ledger.grade("ada", "lab1");
  ASSERT_FALSE(grade);
  EXPECT_THAT(message_of(grade.error()), HasSubstr("course.sqlite"));
}

}  // namespace
}  // namespace gridmark::ledger
