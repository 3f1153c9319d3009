#include "grader/core/csv.h"

#include <gtest/gtest.h>

namespace gridmark {
namespace {

std::string complaint(std::string_view text, const CsvLimits& limits = {}) {
  const auto rows = parse_csv(text, limits);
  if (rows) return "no complaint";
  return std::to_string(rows.error().line) + ":" + std::to_string(rows.error().column) + ": " +
         rows.error().message;
}

TEST(Csv, ReadsCellsWithTheirPlaces) {
  const auto rows = parse_csv("a,b\n1, two \n\n\"3,\"\"x\"\"\",4\n");
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->size(), 3u);
  EXPECT_EQ((*rows)[1].cells[1].text, "two");
  EXPECT_EQ((*rows)[1].cells[1].column, 4);
  EXPECT_EQ((*rows)[2].cells[0].text, "3,\"x\"");
  EXPECT_EQ((*rows)[2].line, 4);
}

// Excel writes the mark and CRLF. Neither is part of a name.
TEST(Csv, AByteOrderMarkAndCarriageReturnsAreNothing) {
  const auto rows = parse_csv(
      "\xef\xbb\xbf"
      "a,b\r\n1,2\r\n");
  ASSERT_TRUE(rows);
  EXPECT_EQ((*rows)[0].cells[0].text, "a");
  EXPECT_EQ((*rows)[0].cells[0].column, 1);
  EXPECT_EQ((*rows)[1].cells[1].text, "2");
}

TEST(Csv, AQuotedCellMayHaveLines) {
  const auto rows = parse_csv("a,b\n\"x\ny\",2\n3,4\n");
  ASSERT_TRUE(rows);
  EXPECT_EQ((*rows)[1].cells[0].text, "x\ny");
  EXPECT_EQ((*rows)[2].line, 4);
}

TEST(Csv, EachComplaintNamesLineAndColumn) {
  EXPECT_EQ(complaint(""), "1:1: found no row, expected the names of the columns");
  EXPECT_EQ(complaint("a,b\n1\n"),
            "2:1: found 1 cell, expected 2 as in the first row. Text with commas needs quotes");
  EXPECT_EQ(complaint("a;b\n1;2\n"), "1:2: found semicolons between the columns, expected commas");
  EXPECT_EQ(complaint("a\tb\n"), "1:2: found tabs between the columns, expected commas");
  EXPECT_EQ(complaint("a,b\n1,\"2\n"), "2:3: found a quote that is never closed, expected another one");
  EXPECT_EQ(complaint("a,b\n\"1\"x,2\n"), "2:4: found text behind a closing quote, expected a comma");
  EXPECT_EQ(complaint("a,b\n1,\xff\n"),
            "2:3: found a byte that is not UTF-8, expected text. Save the file as UTF-8");
  EXPECT_EQ(complaint(std::string_view("a\n1\0", 4)),
            "2:2: found a zero byte, expected text. Save the file as UTF-8");
}

TEST(Csv, LimitsHold) {
  EXPECT_EQ(complaint("a\n1\n2\n", {.rows = 2}), "3:1: found more than 2 rows");
  EXPECT_EQ(complaint("a,b,c\n", {.columns = 2}), "1:5: found more than 2 columns");
  EXPECT_EQ(complaint("aaaa\n", {.cell_bytes = 3}), "1:1: found a cell of 4 bytes, expected at most 3");
  EXPECT_EQ(complaint(std::string(1'000'000, ',')), "1:65: found more than 64 columns");
}

}  // namespace
}  // namespace gridmark
