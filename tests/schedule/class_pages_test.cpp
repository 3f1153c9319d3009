// A batch's entries in the ledger, and the class that is read from it.
#include "grader/schedule/class_pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/system/temp_folder.h"

namespace gridmark::schedule {
namespace {

const Roster whole_class{{"ada", "", "", "", "", 0, {}}, {"bo", "", "", "", "", 0, {}}};

LabGrade graded(double points) {
  LabGrade grade;
  grade.lab = "lab9";
  grade.state = GradeState::graded;
  grade.has_record = true;
  grade.points = grade.points_at_most = Points(points);
  grade.max_points = Points(10);
  grade.attempt = 1;
  return grade;
}

ClassBook found(const std::string& student, const LabGrade& grade) {
  ClassBook book;
  book.labs = {{"lab9", "Lab 9", Points(10), true, 0.7}};
  book.students = {{Student{student, "", "", "", "", 0, {}}, {grade}, {}}};
  return book;
}

class NoteBatch : public testing::Test {
 protected:
  ClassBook note(const ClassBook& book) {
    return note_batch(ledger_, book, whole_class, {"2026-10-01T00:00:00Z", "tom", "batch"}).value();
  }

  Result<system::TempFolder> folder_ = system::TempFolder::make();
  ledger::Ledger ledger_ = std::move(ledger::Ledger::open(folder_->path())).value();
};

TEST_F(NoteBatch, OneStudentsGradeLeavesTheOthersRows) {
  note(found("ada", graded(7)));
  const ClassBook book = note(found("bo", graded(3)));
  ASSERT_EQ(book.students.size(), 2u);
  EXPECT_EQ(book.students[0].labs[0].points, Points(7));
  EXPECT_EQ(book.students[1].labs[0].points, Points(3));
}

// Another shard may have graded it after this one read the results.
TEST_F(NoteBatch, WhatAnotherShardGradesIsNotThisOnesToTell) {
  note(found("ada", graded(7)));
  LabGrade pending;
  pending.lab = "lab9";
  pending.elsewhere = true;
  EXPECT_EQ(note(found("ada", pending)).students[0].labs[0].state, GradeState::graded);
  pending.elsewhere = false;
  EXPECT_EQ(note(found("ada", pending)).students[0].labs[0].state, GradeState::pending);
}

}  // namespace
}  // namespace gridmark::schedule
