// docs/teaching.md is made from the cases of the classic mistakes (teaching.py). grading_test grades them.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>

#include "tests/submissions/cases.h"

namespace gridmark::submissions {
namespace {

/// The name of each case on the page, and the quotation above it without Markdown's backslashes.
std::map<std::string, std::string> quotations() {
  std::map<std::string, std::string> found;
  std::ifstream file(paths.source / "docs/teaching.md");
  const std::regex of_case(R"(^Case: `([a-z0-9-]+)` of ([a-z0-9-]+)$)");
  std::smatch match;
  std::string quotation;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("> ")) quotation = std::regex_replace(line.substr(2), std::regex(R"(\\(.))"), "$1");
    if (std::regex_match(line, match, of_case)) found[match[2].str() + "/" + match[1].str()] = quotation;
  }
  return found;
}

bool says_one_of(const SubmissionCase& example, const std::string& quotation) {
  return std::any_of(example.says.begin(), example.says.end(), [&](const auto& item_and_pattern) {
    return std::regex_search(quotation, std::regex(item_and_pattern.second));
  });
}

TEST(ClassicMistakes, ThePageHasEachWithTheExplanationThatItMustGet) {
  auto page = quotations();
  for (const auto& path : all_case_paths()) {
    const SubmissionCase example = case_at(path);
    if (example.mistake.empty()) continue;
    const std::string name = example.lab + "/" + example.name;
    EXPECT_TRUE(page.contains(name)) << name << ": make docs/teaching.md anew";
    EXPECT_TRUE(says_one_of(example, page[name])) << name << ": the page quotes " << page[name];
    page.erase(name);
  }
  for (const auto& [name, quotation] : page) ADD_FAILURE() << name << " is no classic mistake";
}

}  // namespace
}  // namespace gridmark::submissions
