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

// A spreadsheet may use ; or a tab as the separator. Then a formula can begin in the middle of a text.
TEST(CsvText, AFormulaInTheMiddleOfATextIsHarmlessToo) {
  EXPECT_EQ(harmless("ada;=1+1"), "ada;'=1+1");
  EXPECT_EQ(harmless("a\t@SUM(A1)\t+1"), "a\t'@SUM(A1)\t'+1");
  EXPECT_EQ(harmless("a\n=1\r\n-x"), "a\n'=1\r\n'-x");
  EXPECT_EQ(harmless("a; =1;\"=2\""), "a; '=1;\"'=2\"");
  EXPECT_EQ(harmless("=1;=2"), "'=1;'=2");
  for (const char* text : {"a = b; c = d", "x; y - z", "a;;", "; ", "n=3, -1"})
    EXPECT_EQ(harmless(text), text);
}

}  // namespace
}  // namespace gridmark
