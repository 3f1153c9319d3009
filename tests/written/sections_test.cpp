#include "grader/written/sections.h"

#include <gtest/gtest.h>

namespace gridmark::written {
namespace {

WrittenCheck check_sections(std::string_view text, const std::vector<std::string>& wanted = {"Work log"}) {
  return check_sections(wanted, read_markdown(text).value());
}

TEST(Sections, CaseLevelNumbersAndMarksDoNotMatter) {
  for (const char* heading :
       {"## Work log", "# WORK LOG", "### 2.1 Work-log:", "Work log\n---", "## **Work** `log`"})
    EXPECT_EQ(check_sections(std::string(heading) + "\n\nwords\n").met, 1) << heading;
}

TEST(Sections, AMissingOneNamesTheNearestThereIs) {
  const WrittenCheck found = check_sections("# Report\n\n## Work logs\n\nwords\n", {"Work log", "Analysis"});
  ASSERT_EQ(found.findings.size(), 2u);
  EXPECT_EQ(found.findings[0].reason,
            "the heading \"Work log\" is missing. The nearest heading is \"Work logs\"");
  EXPECT_EQ(found.findings[1].reason, "the heading \"Analysis\" is missing");
  EXPECT_EQ(check_sections("words").findings.at(0).reason,
            "the heading \"Work log\" is missing. The report has no headings");
}

TEST(Sections, CommentsAndTheStartersWordsAreNothing) {
  for (const char* body : {"", "<!-- words -->", "TODO: say it", "## Other\nwords", "| a |\n|---|\n",
                           "```claims\n# id = value\na = TODO\n```", "Hypothesis: TODO\nConclusion: TODO",
                           "TODO: show ![x](y.svg)"}) {
    const WrittenCheck found = check_sections("\n## Work log\n" + std::string(body));
    EXPECT_EQ(found.met, 0) << body;
    EXPECT_EQ(found.findings.at(0).reason, "there is nothing below the heading \"Work log\"");
    EXPECT_EQ(found.findings.at(0).place, (Place{"REPORT.md", 2}));
  }
}

TEST(Sections, AFewWordsAreADoubt) {
  const WrittenCheck found = check_sections("## Work log\nx\n");
  EXPECT_EQ(found.met, 1);
  EXPECT_EQ(found.doubted, 1);
  EXPECT_EQ(found.doubts.at(0).reason,
            "the section \"Work log\" has 0 different words of two letters or more, expected at least 5. "
            "Describe your work");
  EXPECT_EQ(found.doubts.at(0).place, (Place{"REPORT.md", 1}));
  for (const char* body :
       {"a b c d e f", "the same the same the same the same", "TODO: say what you did and saw\nyes"})
    EXPECT_EQ(check_sections("## Work log\n" + std::string(body)).doubted, 1) << body;
}

TEST(Sections, WordsInAnyFormAndScriptAreEnough) {
  for (const char* body :
       {"counted on the emulated device", "- one row\n- two\n- three\n- four",
        "### Step\nwe saw it fall again", "| kernel | loads |\n|---|---|\n| naive | all |\n| tiled | some |",
        "```claims\nloads = 0.03125 ratio\nn = 128 count\n```",
        "\u6211\u4eec\u5728\u6a21\u62df\u8bbe\u5907\u4e0a\u6d4b\u91cf", "![x](y.svg)", "<img src=\"y.svg\">"})
    EXPECT_EQ(check_sections("## Work log\n\n" + std::string(body)).doubts.size(), 0u) << body;
}

TEST(Sections, OnePictureFillsOneSection) {
  const WrittenCheck found = check_sections("## A\n![x](y.svg)\n## B\n![x](y.svg)\n", {"A", "B"});
  EXPECT_EQ(found.doubted, 1);
  EXPECT_EQ(found.doubts.at(0).place, (Place{"REPORT.md", 3}));
}

TEST(Sections, WhatStandsBelowASubheadingBelongsToTheSection) {
  EXPECT_EQ(check_sections("## Work log\n### Step 1\nwords\n").met, 1);
  for (const char* body :
       {"![x](y.svg)", "| a |\n|---|\n| 1 |", "```\ncode\n```", "- entry", "<img src=\"y.svg\">"})
    EXPECT_EQ(check_sections("## Work log\n\n" + std::string(body)).met, 1) << body;
}

// For every reader of Markdown, text after an open fence is code, so its sections do not count.
TEST(Sections, AFenceThatIsNeverClosedHidesWhatFollows) {
  const auto document = read_markdown("# A\nwords\n```\n# Work log\nwords\n").value();
  EXPECT_EQ(check_sections({"Work log"}, document).met, 0);
  EXPECT_FALSE(document.fences.at(0).closed);
  EXPECT_TRUE(read_markdown("```\nx\n```\n").value().fences.at(0).closed);
}

TEST(Markdown, RefusesWhatNobodyWrote) {
  const auto zero = read_markdown(std::string_view("a\nb\0c", 5));
  ASSERT_FALSE(zero);
  EXPECT_EQ(zero.error().place, (Place{"REPORT.md", 2}));
  const auto longest = read_markdown("a\n" + std::string(20'000, 'x'));
  ASSERT_FALSE(longest);
  EXPECT_EQ(longest.error().reason,
            "this line has 20000 bytes, expected at most 10000. Put pictures under results/");
}

// Nesting that would overflow a recursive reader, and marks that make a naive reader quadratic.
TEST(Markdown, BombsAreReadInNoTime) {
  std::string fences, quotes, brackets, stars;
  for (int i = 0; i < 2'900; ++i) fences += "```\n";
  for (int i = 0; i < 100; ++i) {
    quotes += std::string(9'000, '>') + "\n";
    brackets += std::string(9'000, '[') + "\n";
    stars += std::string(4'500, '*') + "a" + std::string(4'500, '_') + "\n";
  }
  for (const std::string& bomb : {fences, quotes, brackets, stars}) EXPECT_TRUE(read_markdown(bomb));
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// The parser fills each row of a table to the width of its head, and for each line it walks down all open
// quotes and lists. Limits on the widths and numbers of lines bound this cost.
TEST(Markdown, WideTablesAndLongReportsAreRefusedBeforeTheyAreParsed) {
  const std::string wide = repeated("|x", 65) + "\n" + repeated("|-", 65) + "\n" + repeated("|a\n", 2000);
  EXPECT_EQ(read_markdown(wide).error().reason,
            "this line has 65 bars, expected at most 64. Put large tables under results/");
  const auto endless = read_markdown(repeated("words\r\n", 3001));
  EXPECT_EQ(endless.error().reason, "the report goes on after line 3000. Put long logs under results/");
  EXPECT_EQ(endless.error().place, (Place{"REPORT.md", 3001}));
  EXPECT_TRUE(read_markdown(repeated("words\r\n", 3000)));
}

TEST(Markdown, TheWorstThatIsNotRefusedIsReadSoon) {
  const std::string table = repeated("|x", 64) + "\n" + repeated("|-", 64) + "\n" + repeated("|a\n", 2998);
  const std::string lists = repeated("- ", 4999) + "\n" + repeated("\n", 2900);
  const std::string quotes = std::string(9'990, '>') + "\n" + repeated("a\n", 2900);
  for (const std::string& worst : {table, lists, quotes, repeated("|\n-|-\n", 1500)})
    EXPECT_TRUE(read_markdown(worst));
}

}  // namespace
}  // namespace gridmark::written
