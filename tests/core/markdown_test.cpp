#include "grader/core/markdown.h"

#include <gmock/gmock.h>

namespace gridmark {
namespace {

using testing::ElementsAre;

TEST(Markdown, TablesEndWhereTheirRowsEnd) {
  const auto tables = markdown_tables("| a | b |\n|---|---|\n| 1 | 2 |\n\n| no | rule |\n| 3 | 4 |\n");
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_THAT(tables[0].header, ElementsAre("a", "b"));
  EXPECT_THAT(tables[0].rows, ElementsAre(ElementsAre("1", "2")));
}

TEST(Markdown, WhatIsFencedIsNoMarkdown) {
  EXPECT_EQ(markdown_sections("# T\n```\n## x\n```\n## A\ntext\n").size(), 2u);
  EXPECT_THAT(markdown_links("```\n[a](b)\n```\n[c](d#e) ![f](g \"title\")\n"), ElementsAre("d", "g"));
}

}  // namespace
}  // namespace gridmark
