#include "grader/report/terminal_printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "base/utf8.h"
#include "grader/report/html_printer.h"
#include "grader/report/text.h"
#include "tests/report/example_records.h"

namespace gridmark::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(TerminalPrinter, PointsStandInOneColumnWhateverTheTitles) {
  std::size_t column = 0;
  for (const std::string& line : lines_of(print_terminal(example("mixed"), {}))) {
    const std::size_t slash = line.rfind(" / ");
    if (slash == std::string::npos || line.find("submission") != std::string::npos) continue;
    const std::size_t here = columns(line.substr(0, slash));
    if (column == 0) column = here;
    EXPECT_EQ(here, column) << line;
  }
  EXPECT_GT(column, 0u);
}

TEST(TerminalPrinter, EachLostItemHasItsPlaceAndReason) {
  const std::string text = print_terminal(example("mixed"), {});
  EXPECT_THAT(text, HasSubstr("\n  benchmark.cu:42: matmul_tiled(17 x 31 x 13) reads"));
  EXPECT_THAT(text, HasSubstr("coalesced_sectors  part of the points\n  benchmark.cu:27: "));
  EXPECT_THAT(text, HasSubstr("the rubric has no target for the emulated device"));
  EXPECT_THAT(text, Not(HasSubstr("naive_correct"))) << "full items are in the table only";
}

TEST(TerminalPrinter, WhatAPersonSaysBesideFullPointsIsToldToo) {
  GradeRecord record = example("perfect");
  record.manual = {{record.submission, record.items[0].id, record.items[0].max_points, "tb", "well said"}};
  record.reviews = {{record.items[1].id, true, "kl", "2026-01-31T23:59:00Z", "wmma does the sums"}};
  EXPECT_THAT(print_terminal(record, {}), HasSubstr(record.items[0].id + "\n  tb: well said"));
  EXPECT_THAT(print_terminal(record, {}), HasSubstr("kl: accepted after a review: wmma does the sums"));
  EXPECT_THAT(print_html(record), HasSubstr("tb: well said"));
}

TEST(TerminalPrinter, OneMistakeIsToldOnce) {
  const std::string text = print_terminal(example("no_build"), {});
  const std::string reason = "the submission does not compile: ";
  EXPECT_EQ(text.find(reason), text.rfind(reason));
  const std::string words = "In function 'void naive";
  EXPECT_EQ(text.find(words), text.rfind(words)) << "both builds say the same";
  EXPECT_THAT(text, HasSubstr("(6 more lines)"));
}

TEST(TerminalPrinter, LinesStayWithinTheWidth) {
  for (const std::size_t width : {40u, 60u, 100u})
    for (const char* name : {"mixed", "perfect", "partial"})
      for (const std::string& line :
           lines_of(print_terminal(example(name), {.colour = false, .unicode = true, .width = width})))
        EXPECT_LE(columns(line), width) << line;
}

TEST(TerminalPrinter, TheTotalSaysWhetherItPasses) {
  EXPECT_THAT(print_terminal(example("perfect"), {}),
              HasSubstr("5 of 5 points  passing (the pass mark is 3.5)"));
  EXPECT_THAT(print_terminal(example("mixed"), {}),
              HasSubstr("5.5 of 12 points  below the pass mark of 8.4"));
  EXPECT_THAT(print_terminal(example("partial"), {}),
              HasSubstr("partial run: items were left out, so this is not a grade"));
}

TEST(TerminalPrinter, ALabWithoutCreditTellsHowMuchIsDone) {
  GradeRecord record = example("perfect");
  record.credit = false;
  EXPECT_THAT(print_terminal(record, {}), HasSubstr("5 of 5 done  finished. This lab counts no points"));
  record.passing = false;
  EXPECT_THAT(print_terminal(record, {}), HasSubstr("finished at 3.5. This lab counts no points"));
}

TEST(TerminalPrinter, ColourIsOnlyPrintedWhenAskedFor) {
  EXPECT_THAT(print_terminal(example("mixed"), {}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(print_terminal(example("mixed"), {.colour = true}), HasSubstr("\x1b[31m"));
}

TEST(TerminalPrinter, AsciiMarksForAsciiTerminals) {
  const std::string text =
      print_terminal(example("perfect"), {.colour = false, .unicode = false, .width = 80});
  EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x80;
  })) << text;
}

TEST(TerminalPrinter, NothingOfAStudentReachesTheTerminalRaw) {
  const std::string text = print_terminal(example("hostile"), {});
  EXPECT_EQ(first_invalid_byte(text), std::string::npos);
  for (const char c : text) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n');
  EXPECT_THAT(text, Not(HasSubstr("\u202e")));
  EXPECT_THAT(text, HasSubstr("\\x1b[2J"));
  EXPECT_THAT(text, HasSubstr("🚀 a\\nb"));
}

}  // namespace
}  // namespace gridmark::report
