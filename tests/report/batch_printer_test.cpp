#include "grader/report/batch_printer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/report/example_class.h"

namespace gridmark::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(BatchPrinter, AFaultOfAClassIsOneLine) {
  ClassBook book = example_class();
  const StudentGrades bo = book.students[1];
  for (int i = 1; i < 300; ++i) {
    book.students.push_back(bo);
    book.students.back().student.id = fmt::format("s{}", i);
  }
  const std::string text = print_batch_end(book);
  EXPECT_THAT(text, HasSubstr("300 errors"));
  EXPECT_THAT(text, HasSubstr("\n  bo/lab9, s1/lab9, s2/lab9 and 297 more: error: no sandbox\n"));
  EXPECT_THAT(text, HasSubstr("\n  cy/lab9: nothing to grade: the repository is empty\n"));
  EXPECT_THAT(text, Not(HasSubstr("s3/lab9")));
}

}  // namespace
}  // namespace gridmark::report
