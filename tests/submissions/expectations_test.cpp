// Do the cases say what they mean? Grading them is grading_test's part.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "labkit/starter/difference.h"
#include "labkit/starter/make_starter.h"
#include "tests/submissions/case.h"

namespace gridmark::submissions {
namespace {
namespace fs = std::filesystem;
using nlohmann::json;

const fs::path root = GRIDMARK_SOURCE_DIR;

/// Item -> points of the lab's rubric.
std::map<std::string, double> worth_of_items(const std::string& lab) {
  std::ifstream in(root / "rubrics" / (lab + ".json"));
  std::map<std::string, double> worth;
  const json rubric = json::parse(in);
  for (const auto& criterion : rubric.at("criteria"))
    for (const auto& item : criterion.at("items")) worth[item.at("id")] = item.at("points");
  return worth;
}

class EachCase : public testing::TestWithParam<fs::path> {
 protected:
  const Case example_ = load_case(GetParam());
};

std::string test_name(const testing::TestParamInfo<fs::path>& test) { return test_name_of(test.param); }

TEST_P(EachCase, BringsFilesInOneWay) {
  const int ways = fs::is_directory(example_.folder / "parts") +
                   fs::is_directory(example_.folder / "submission") + !example_.start_from.empty();
  EXPECT_EQ(ways, 1);
  EXPECT_TRUE(example_.start_from.empty() || example_.start_from == "solution" ||
              example_.start_from == "starter" || example_.start_from == "empty");
}

TEST_P(EachCase, SaysWhyInASentence) {
  EXPECT_TRUE(example_.why.ends_with('.'));
  EXPECT_GT(example_.why.size(), 20u);
}

TEST_P(EachCase, NamesItemsThatTheRubricHas) {
  const auto worth = worth_of_items(example_.lab);
  for (const std::string& id : example_.loses) EXPECT_TRUE(id == "*" || worth.contains(id)) << id;
  for (const auto* by_item : {&example_.outcomes, &example_.says, &example_.points_at})
    for (const auto& [id, value] : *by_item) {
      EXPECT_TRUE(worth.contains(id)) << id;
      EXPECT_TRUE(example_.loses_item(id)) << id << " keeps its points, so there is nothing to say about it";
    }
}

// What is kept pays in full, what is lost pays less than in full.
TEST_P(EachCase, PointsAgreeWithWhatIsLost) {
  double kept = 0, total = 0;
  bool loses_any = false;
  for (const auto& [id, worth] : worth_of_items(example_.lab)) {
    total += worth;
    if (example_.loses_item(id))
      loses_any = true;
    else
      kept += worth;
  }
  ASSERT_GT(total, 0);
  EXPECT_GE(example_.points, kept);
  EXPECT_EQ(example_.points < total, loses_any);
}

TEST_P(EachCase, RegularExpressionsCompile) {
  for (const auto* by_item : {&example_.says, &example_.points_at})
    for (const auto& [id, pattern] : *by_item) EXPECT_NO_THROW(std::regex{pattern}) << pattern;
}

TEST_P(EachCase, CanBeMade) {
  std::string folder = (fs::temp_directory_path() / "case-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  EXPECT_NO_THROW(make_submission(example_, root, folder));
  for (const auto* names : {&example_.extra_files, &example_.folders})
    for (const std::string& name : *names) EXPECT_TRUE(fs::exists(fs::path(folder) / name)) << name;
  for (const auto& [name, size] : example_.pad) EXPECT_EQ(fs::file_size(fs::path(folder) / name), size);
  for (const auto& [name, target] : example_.links) EXPECT_TRUE(fs::is_symlink(fs::path(folder) / name));
  fs::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Submissions, EachCase, testing::ValuesIn(case_folders(root)), test_name);

/// Lines of `after` that `before` does not have there, and the other way round.
int changed_lines(const starter::Tree& before, const starter::Tree& after) {
  const std::string text = starter::difference(before, after);
  const std::regex changed("\n[-+](?![-+])");
  return static_cast<int>(
      std::distance(std::sregex_iterator(text.begin(), text.end(), changed), std::sregex_iterator()));
}

// A mutant is one defect: a solution that has moved on without it would show here.
TEST(Mutants, DifferFromTheSolutionInAFewLines) {
  for (const fs::path& folder : case_folders(root)) {
    if (folder.parent_path().filename() != "mutants") continue;
    const Case mutant = load_case(folder);
    const auto solution = starter::read_tree(root / "solutions" / mutant.lab);
    const auto parts = starter::read_tree(folder / "parts");
    ASSERT_TRUE(solution && parts);
    const auto original = starter::assemble(*solution, {}), mutated = starter::assemble(*solution, *parts);
    ASSERT_TRUE(original && mutated) << mutated.error();
    EXPECT_GT(changed_lines(*original, *mutated), 0) << folder;
    EXPECT_LE(changed_lines(*original, *mutated), 12) << starter::difference(*original, *mutated);
  }
}

}  // namespace
}  // namespace gridmark::submissions
