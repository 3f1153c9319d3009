#include "grader/core/csv_text.h"

#include <gtest/gtest.h>

#include "grader/core/csv.h"

namespace gridmark {
namespace {

TEST(CsvText, WhatIsWrittenIsReadBack) {
  const std::vector<std::string> cells{"plain", "with, comma", "with \"quotes\"", "two\nlines",
                                       "",      " blank "};
  const auto rows = parse_csv(csv_line(cells));
  ASSERT_TRUE(rows);
  for (std::size_t i = 0; i < cells.size(); ++i) EXPECT_EQ(rows->front().cells[i].text, cells[i]);
}

TEST(CsvText, FormulasAreMadeHarmlessAndNumbersStay) {
  for (const char* text : {"=cmd|' /C calc'!A0", "+1+1", "-1+2", "@SUM(A1)", "\tx", "\rx", "  =1"})
    EXPECT_EQ(harmless(text), "'" + std::string(text));
  for (const char* text : {"", "Ada", "-1", "+2.5", "3-1"}) EXPECT_EQ(harmless(text), text);
}

}  // namespace
}  // namespace gridmark
