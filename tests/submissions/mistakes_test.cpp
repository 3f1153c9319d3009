// docs/teaching.md promises a case for each classic mistake; grading_test grades them.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>

#include "tests/submissions/cases.h"

namespace gridmark::submissions {
namespace {

/// Number -> the case that the table names.
std::map<int, std::string> promised() {
  std::map<int, std::string> rows;
  std::ifstream file(paths.source / "docs/teaching.md");
  const std::regex row(R"(^\| ([0-9]+) \|.*\| `([a-z0-9-]+)` \|$)");
  std::smatch found;
  for (std::string line; std::getline(file, line);)
    if (std::regex_match(line, found, row)) rows[std::stoi(found[1])] = found[2];
  return rows;
}

TEST(ClassicMistakes, EachRowOfTheTableHasItsCase) {
  const auto rows = promised();
  EXPECT_EQ(rows.size(), 20u);
  std::map<int, std::vector<std::string>> cases;
  for (const auto& path : all_case_paths())
    if (const SubmissionCase example = case_at(path); example.mistake > 0)
      cases[example.mistake].push_back(example.name);
  for (const auto& [number, name] : rows) {
    const auto& there = cases[number];
    EXPECT_NE(std::find(there.begin(), there.end(), name), there.end())
        << "no case " << name << " with \"mistake\": " << number;
  }
  for (const auto& [number, names] : cases)
    EXPECT_TRUE(rows.contains(number))
        << "docs/teaching.md has no row " << number << " for " << names.front();
}

// The loader demands both; without them a case would prove nothing about what students read.
TEST(ClassicMistakes, EachCaseSaysWhyAndWhere) {
  for (const auto& path : all_case_paths()) {
    const SubmissionCase example = case_at(path);
    if (example.mistake == 0) continue;
    EXPECT_FALSE(example.says.empty()) << path;
    EXPECT_FALSE(example.points_at.empty()) << path;
  }
}

}  // namespace
}  // namespace gridmark::submissions
