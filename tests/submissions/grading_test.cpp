// Grades each case with the built gridmark, as a teacher would, and compares the record with expect.json.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/submissions/case.h"

namespace gridmark::submissions {
namespace {
namespace fs = std::filesystem;
using nlohmann::json;

const fs::path root = GRIDMARK_SOURCE_DIR;
const fs::path program = fs::path(GRIDMARK_BUILD_DIR) / "bin" / "gridmark";

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string line_of(const fs::path& file, int number) {
  std::istringstream text(read_text(file));
  std::string line;
  for (int i = 0; i < number; ++i) std::getline(text, line);
  return line;
}

class Grading : public testing::TestWithParam<fs::path> {
 protected:
  Grading() {
    std::string folder = (fs::temp_directory_path() / "grading-XXXXXX").string();
    folder_ = mkdtemp(folder.data());
  }
  ~Grading() override { fs::remove_all(folder_); }

  /// Runs `gridmark grade` and reads its record.
  void grade() {
    make_submission(example_, root, submission_());
    const fs::path record = folder_ / "record.json";
    const std::string command = "cd '" + folder_.string() + "' && '" + program.string() + "' grade " +
                                example_.lab + " --submission '" + submission_().string() + "' --record '" +
                                record.string() + "' > '" + log_().string() + "' 2>&1";
    const int status = std::system(command.c_str());
    ASSERT_TRUE(WIFEXITED(status)) << read_text(log_());
    EXPECT_EQ(WEXITSTATUS(status), example_.exit_code) << read_text(log_());
    ASSERT_TRUE(fs::exists(record)) << read_text(log_());
    record_ = json::parse(read_text(record));
  }

  void compare(const json& item) const {
    const std::string id = item.at("id");
    SCOPED_TRACE(id + ": " + item.dump(2));
    EXPECT_EQ(item.at("points") < item.at("max_points"), example_.loses_item(id));
    if (example_.outcomes.contains(id)) {
      EXPECT_EQ(item.at("outcome"), example_.outcomes.at(id));
    }
    if (example_.loses_item(id)) {
      EXPECT_NE(item.at("reason"), "");
    }
    if (example_.says.contains(id)) {
      EXPECT_TRUE(std::regex_search(item.at("reason").get<std::string>(), std::regex(example_.says.at(id))));
    }
    if (example_.points_at.contains(id)) compare_place(item, example_.points_at.at(id));
  }

  void compare_place(const json& item, const std::string& pattern) const {
    ASSERT_TRUE(item.contains("place") && item["place"].is_object());
    const std::string line =
        line_of(submission_() / item["place"].at("file").get<std::string>(), item["place"].at("line"));
    EXPECT_TRUE(std::regex_search(line, std::regex(pattern))) << line;
  }

  fs::path submission_() const { return folder_ / "submission"; }
  fs::path log_() const { return folder_ / "log"; }

  const Case example_ = load_case(GetParam());
  fs::path folder_;
  json record_;
};

TEST_P(Grading, GivesTheExpectedVerdict) {
  ASSERT_NO_FATAL_FAILURE(grade());
  EXPECT_DOUBLE_EQ(record_.at("points").get<double>(), example_.points) << read_text(log_());
  ASSERT_FALSE(record_.at("items").empty());
  for (const json& item : record_.at("items")) compare(item);
  for (const std::string& path : example_.leaves_nothing) EXPECT_FALSE(fs::exists(root / path)) << path;
}

std::string test_name(const testing::TestParamInfo<fs::path>& test) { return test_name_of(test.param); }

std::vector<fs::path> mutants_or_not(bool mutants) {
  std::vector<fs::path> folders = case_folders(root);
  std::erase_if(folders, [&](const fs::path& folder) {
    return (folder.parent_path().filename() == "mutants") != mutants;
  });
  return folders;
}

INSTANTIATE_TEST_SUITE_P(Mutant, Grading, testing::ValuesIn(mutants_or_not(true)), test_name);
INSTANTIATE_TEST_SUITE_P(Submission, Grading, testing::ValuesIn(mutants_or_not(false)), test_name);

}  // namespace
}  // namespace gridmark::submissions
