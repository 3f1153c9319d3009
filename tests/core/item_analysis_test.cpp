#include "grader/core/item_analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark {
namespace {

using testing::ElementsAre;

// Points of twelve students. Strong ones (in a and b) lose c.
constexpr double a_points[] = {2, 2, 2, 1, 2, 0, 1, 2, 0, 0, 1, 0};
constexpr double b_points[] = {3, 3, 1.5, 3, 0, 1.5, 0, 3, 0, 1.5, 0, 0};
constexpr double c_points[] = {0, 1, 0, 2, 1, 4, 3, 0, 5, 5, 4, 5};

ItemGrade item(const std::string& id, double points, int most) {
  return {id, "Title of " + id, points, most, Outcome::passed, "", ""};
}

LabGrade graded(std::vector<ItemGrade> items) {
  LabGrade grade;
  grade.lab = "lab9";
  grade.state = GradeState::graded;
  grade.has_record = true;
  grade.items = std::move(items);
  return grade;
}

ClassBook class_of(std::vector<LabGrade> grades) {
  ClassBook book;
  book.labs = {{"lab9", "Lab nine", 10, true, 0.7}};
  for (LabGrade& grade : grades) {
    Student student;
    student.id = "s" + std::to_string(book.students.size());
    book.students.push_back({student, {std::move(grade)}});
  }
  return book;
}

/// The first `count` of the twelve.
ClassBook twelve(std::size_t count = 12) {
  std::vector<LabGrade> grades;
  for (std::size_t i = 0; i < count; ++i)
    grades.push_back(
        graded({item("a", a_points[i], 2), item("b", b_points[i], 3), item("c", c_points[i], 5)}));
  return class_of(std::move(grades));
}

// Python: statistics.mean, stdev and correlation of the item's points with the sum of the other two.
TEST(AnalyseItems, FiguresAreThoseOfPythonsStatistics) {
  const auto items = analyse_items(twelve(), 0);
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[0].id, "a");
  EXPECT_EQ(items[0].title, "Title of a");
  EXPECT_EQ(items[0].max_points, Points(2));
  EXPECT_THAT((std::vector{items[0].full, items[0].part, items[0].none, items[0].open}),
              ElementsAre(5, 3, 4, 0));
  EXPECT_NEAR(items[0].mean, 0.5416666666666666, 1e-12);
  EXPECT_NEAR(items[0].deviation, 0.45016831868926, 1e-12);
  EXPECT_NEAR(items[0].discrimination.value(), -0.8238003001097342, 1e-12);
  EXPECT_NEAR(items[1].discrimination.value(), -0.6853011584867668, 1e-12);
  EXPECT_NEAR(items[2].mean, 0.5, 1e-12);
  EXPECT_NEAR(items[2].deviation, 0.41341152730552994, 1e-12);
  EXPECT_NEAR(items[2].discrimination.value(), -0.8689208774911098, 1e-12);
  EXPECT_EQ(items[2].finding, ItemFinding::good_ones_lose);
}

// Without c, the other two agree: Python's correlation of a and b is 0.458.
TEST(AnalyseItems, TheRestLeavesOutOpenItems) {
  ClassBook book = twelve();
  for (StudentGrades& row : book.students) row.labs[0].items[2].outcome = Outcome::ungraded;
  const auto items = analyse_items(book, 0);
  EXPECT_NEAR(items[0].discrimination.value(), 0.45794392523364486, 1e-12);
  EXPECT_EQ(items[0].finding, ItemFinding::none);
  EXPECT_EQ(items[2].open, 12);
  EXPECT_EQ(items[2].settled(), 0);
  EXPECT_FALSE(items[2].discrimination);
}

TEST(AnalyseItems, FewGradesAllowNoJudgement) {
  for (const ItemAnalysis& one : analyse_items(twelve(9), 0)) {
    EXPECT_FALSE(one.discrimination) << one.id;
    EXPECT_EQ(one.finding, ItemFinding::none) << one.id;
  }
  EXPECT_TRUE(analyse_items(twelve(10), 0)[0].discrimination);
}

TEST(AnalyseItems, WithoutSpreadThereIsNoDiscrimination) {
  ClassBook book = twelve();
  for (StudentGrades& row : book.students) {
    row.labs[0].items[0].points = 2;
    row.labs[0].items[2].points = 0;
  }
  const auto items = analyse_items(book, 0);
  EXPECT_FALSE(items[0].discrimination);
  EXPECT_EQ(items[0].finding, ItemFinding::all_full);
  EXPECT_EQ(items[2].finding, ItemFinding::all_lost);
  EXPECT_FALSE(items[1].discrimination) << "the others are the same for all";
  EXPECT_EQ(items[1].finding, ItemFinding::none);
}

TEST(AnalyseItems, AnItemThatIsLuckSeparatesNothing) {
  std::vector<LabGrade> grades;
  for (int i = 0; i < 12; ++i) grades.push_back(graded({item("luck", i % 2, 1), item("work", i / 2, 6)}));
  const auto items = analyse_items(class_of(std::move(grades)), 0);
  EXPECT_NEAR(items[0].discrimination.value(), 0, 1e-12);
  EXPECT_EQ(items[0].finding, ItemFinding::separates_not);
}

TEST(AnalyseItems, OnlyGradesWithARecordThatAreNotExcusedCount) {
  ClassBook book = twelve();
  book.students[0].labs[0].has_record = false;
  book.students[1].labs[0].adjusted.excused = true;
  EXPECT_EQ(analyse_items(book, 0)[0].settled(), 10);
}

TEST(AnalyseItems, StudentsWithOneRepositoryAndTheSameFilesCountOnce) {
  ClassBook book = twelve();
  for (const std::size_t i : {3U, 4U, 5U}) {
    book.students[i].student.repository = "https://git.uni.example/team7.git";
    book.students[i].labs[0].content = i == 5 ? "later" : "same";
  }
  EXPECT_EQ(analyse_items(book, 0)[0].settled(), 11);
  book.students[3].labs[0].adjusted.excused = true;
  EXPECT_EQ(analyse_items(book, 0)[0].settled(), 11) << "the other member's grade counts";
}

TEST(AnalyseItems, AnEmptyClassHasNoItems) { EXPECT_TRUE(analyse_items(class_of({}), 0).empty()); }

}  // namespace
}  // namespace gridmark
