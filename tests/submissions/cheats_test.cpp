// The list of cheats must name the cases that show each cheat.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "tests/submissions/cases.h"

namespace gridmark::submissions {
namespace {

namespace fs = std::filesystem;

/// The numbers of the cheats that cases show, over all labs.
std::set<int> shown_numbers() {
  std::set<int> numbers;
  for (const fs::path& path : all_case_paths()) {
    const SubmissionCase example = case_at(path);
    if (example.kind == CaseKind::cheat || example.kind == CaseKind::hostile)
      numbers.insert(example.cheats.begin(), example.cheats.end());
  }
  return numbers;
}

/// Row number -> the reason for a missing case, or "" if the row has cases. From the table in cheats.md.
std::map<int, std::string> rows_of_the_list() {
  std::map<int, std::string> rows;
  std::ifstream text(paths.source / "tests/submissions/cheats.md");
  const std::regex row(R"(\| (\d+) \| [^|]+ \| ([^|]+) \|)");
  std::smatch found;
  for (std::string line; std::getline(text, line);)
    if (std::regex_match(line, found, row)) rows[std::stoi(found[1])] = found[2];
  return rows;
}

TEST(Cheats, EachNumberIsACaseOrSaysWhyNot) {
  const std::set<int> shown = shown_numbers();
  const std::map<int, std::string> rows = rows_of_the_list();
  for (int number = 1; number <= 79; ++number) {
    ASSERT_TRUE(rows.contains(number)) << number;
    EXPECT_EQ(shown.contains(number), !rows.at(number).starts_with("no case: ")) << number;
  }
  EXPECT_EQ(rows.size(), 79u);
}

// The list names exactly the cases that exist.
TEST(Cheats, TheListNamesItsCases) {
  const std::map<int, std::string> rows = rows_of_the_list();
  for (const fs::path& path : all_case_paths()) {
    const SubmissionCase example = case_at(path);
    for (const int number : example.cheats)
      EXPECT_NE(rows.at(number).find("`" + example.name + "`"), std::string::npos)
          << number << " does not name " << example.name;
  }
}

}  // namespace
}  // namespace gridmark::submissions
