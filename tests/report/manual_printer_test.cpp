#include "grader/report/manual_printer.h"

#include <gtest/gtest.h>

#include "tests/report/example_records.h"

namespace gridmark::report {
namespace {

TEST(ManualTable, HasWhatIsOpenAndWhatWasGiven) {
  GradeRecord record = example("report");
  record.submission = "a, \"b\"";
  record.manual[0].comment = "two\nlines";
  EXPECT_EQ(print_manual_table({record, example("perfect")}),
            "submission,item,points,by,comment\n"
            "\"a, \"\"b\"\"\",report_style,1.5,Ada,\"two\nlines\"\n"
            "\"a, \"\"b\"\"\",report_analysis,,,\n");
  EXPECT_EQ(count_open({record, example("perfect")}), 1);
}

}  // namespace
}  // namespace gridmark::report
