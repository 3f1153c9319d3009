// The main job, end to end, on lab 1.
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/e2e/run_gridmark.h"

namespace gridmark::e2e {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

constexpr const char* lab = "lab1-gpu-basics";
const fs::path source = GRIDMARK_SOURCE_DIR;

/// The solution's grade, computed once.
const Graded& solution() {
  static const Graded graded = grade(lab, source / "solutions" / lab);
  return graded;
}

TEST(Grade, TheSolutionEarnsEveryPointThatNeedsNoPerson) {
  const Graded& graded = solution();
  EXPECT_EQ(graded.ran.exit_code, 0) << graded.ran.output << graded.ran.errors;
  ASSERT_TRUE(graded.record.is_object());
  EXPECT_EQ(graded.record["points"], 18);
  EXPECT_EQ(graded.record["max_points"], 20);
  EXPECT_EQ(graded.record["passing"], true);
  for (const json& item : graded.record["items"])
    EXPECT_EQ(item["verdict"], item["outcome"] == "ungraded" ? "inconclusive" : "pass") << item;
}

TEST(Grade, TheStarterEarnsNothingAndDoesNotCrash) {
  const Graded graded = grade(lab, source / "starter" / lab);
  EXPECT_EQ(graded.ran.exit_code, 1) << graded.ran.output << graded.ran.errors;
  ASSERT_TRUE(graded.record.is_object());
  EXPECT_EQ(graded.record["points"], 0);
  for (const json& item : graded.record["items"]) EXPECT_NE(item["outcome"], "crashed") << item;
}

/// The part of a record that must be equal in every grade of the same files: points and counts, but not
/// seconds.
json repeatable(const json& record) {
  json kept;
  for (const json& item : record["items"]) {
    kept.push_back({item["id"], item["points"], item["verdict"], item["outcome"], item["reason"]});
    for (const json& measurement : item["measurements"]) kept.back().push_back(measurement);
  }
  return kept;
}

/// The value of GRIDMARK_REPEATS in the environment, else 2.
int repeats() {
  const char* given = std::getenv("GRIDMARK_REPEATS");
  return given == nullptr ? 2 : std::max(2, std::atoi(given));
}

TEST(Grade, TheSameFilesGetTheSamePointsAndCounts) {
  for (int i = 1; i < repeats(); ++i)
    EXPECT_EQ(repeatable(grade(lab, source / "solutions" / lab).record), repeatable(solution().record));
}

TEST(Grade, TheRecordSaysWhereEachNumberComesFrom) {
  const json item = solution().item("coalesced_sectors");
  ASSERT_EQ(item["measurements"].size(), 1u);
  const json& measurement = item["measurements"][0];
  EXPECT_EQ(measurement["name"], "coalesced.excess_sector_ratio");
  EXPECT_EQ(measurement["provenance"], "counted");
  EXPECT_EQ(measurement["device"], "emulated");
  EXPECT_EQ(measurement["flavour"], "counted");
  EXPECT_EQ(measurement["threshold"], 1.05);
}

// The last line of the output names the place of their reports. A file next to them does not give points,
// because gridmark may run in a student's repository.
TEST(Grade, TwoLinesAloneAreNoGrade) {
  const ScratchFolder folder;
  const fs::path results = folder.path() / "results" / lab;
  fs::create_directories(results);
  const std::string submission = source / "solutions" / lab;
  std::ofstream(results / "manual.csv") << "submission,item,points,by,comment\n"
                                        << submission << ",report_analysis,2,Prof. Smith,very good\n";
  const Ran ran = run_gridmark(folder.path(), {"grade", lab, "--submission", submission, "--only",
                                               "naive_correct", "--only", "report_analysis"});
  EXPECT_EQ(ran.exit_code, 1) << "half a point of 2.5 is below the pass mark; " << ran.errors;
  EXPECT_THAT(ran.output, Not(HasSubstr("Prof. Smith")));
  EXPECT_THAT(ran.output, HasSubstr("results/lab1-gpu-basics/report.html"));
  EXPECT_TRUE(fs::exists(results / "report.html"));
  const Graded graded{ran, json::parse(text_of(results / "record.json"))};
  EXPECT_EQ(graded.record["complete"], false);
  EXPECT_EQ(graded.record["points"], graded.item("naive_correct")["points"]);
  EXPECT_EQ(graded.item("naive_correct")["verdict"], "pass");
  EXPECT_EQ(graded.item("report_analysis")["points"], 0);
  EXPECT_EQ(graded.item("tiled_correct")["outcome"], "not_run");
}

TEST(Grade, AQuickRunCompilesOnlyTheFastFlavourAndPrintsJson) {
  const ScratchFolder folder;
  const Ran ran = run_gridmark(
      folder.path(), {"grade", lab, "--submission", source / "solutions" / lab, "--quick", "--json"});
  EXPECT_EQ(ran.errors, "");
  const Graded graded{ran, json::parse(ran.output)};
  EXPECT_EQ(graded.record["lab"], lab);
  EXPECT_EQ(graded.record["complete"], false);
  EXPECT_EQ(graded.record["builds"].size(), 1u);
  EXPECT_EQ(graded.item("coalesced_sectors")["outcome"], "not_run");
}

/// Whether the runners of GitHub and Azure would run a line of it as a command.
bool holds_commands(const std::string& log) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    const auto first = line.find_first_not_of(" \t");
    if (first != line.npos && line.compare(first, 2, "::") == 0) return true;
    if (line.find("##[") != line.npos || line.find("##vso[") != line.npos) return true;
  }
  return false;
}

// A long message is broken at blanks, so any word of it can begin a line.
TEST(Grade, ACompilersMessageIsNoCommandToARunner) {
  const ScratchFolder folder;
  const char* const quick_lab = "lab0-warm-up";
  fs::copy(source / "starter" / quick_lab, folder.path(), fs::copy_options::recursive);
  std::string words;
  for (int i = 0; i < 40; ++i) words += " ::error::told ##[error]told ##vso[task.logissue]told";
  std::ofstream(folder.path() / "device_report.cu") << "#error" << words << "\n";
  for (const char* command : {"grade", "test"})
    for (const std::string more : {"--plain", "--json"}) {
      if (more == "--json" && command == std::string("test")) continue;
      std::vector<std::string> arguments{command, quick_lab, "--submission", folder.path(), more};
      if (command == std::string("grade"))
        arguments.insert(arguments.end(), {"--only", "devices_counted"});
      else
        arguments.push_back("CountDevices");
      const Ran plain = run_gridmark(folder.path(), arguments, {{"GITHUB_ACTIONS", ""}, {"TF_BUILD", ""}});
      EXPECT_TRUE(holds_commands(plain.output + plain.errors)) << "the test sees nothing: " << plain.output;
      for (const char* runner : {"GITHUB_ACTIONS", "TF_BUILD"}) {
        const Ran ran = run_gridmark(folder.path(), arguments, {{runner, "true"}});
        EXPECT_EQ(ran.exit_code, plain.exit_code);
        EXPECT_THAT(ran.output + ran.errors, HasSubstr("told"));
        EXPECT_FALSE(holds_commands(ran.output + ran.errors)) << ran.output << ran.errors;
      }
    }
}

TEST(Grade, NothingIsWrittenThroughALink) {
  const ScratchFolder folder;
  fs::create_directories(folder.path() / "bo");
  fs::create_directories(folder.path() / "results");
  fs::create_directory_symlink("../bo", folder.path() / "results" / lab);
  const Ran ran = run_gridmark(folder.path(), {"grade", lab});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.errors, HasSubstr("is a link, expected a folder. Remove it"));
  EXPECT_TRUE(fs::is_empty(folder.path() / "bo"));
}

struct Refusal {
  std::vector<std::string> arguments;
  int exit_code;
  const char* says;
};

class Refusals : public testing::TestWithParam<Refusal> {};

TEST_P(Refusals, SayWhatIsWrongAndWhatToDo) {
  const ScratchFolder folder;
  const Ran ran = run_gridmark(folder.path(), GetParam().arguments);
  EXPECT_EQ(ran.exit_code, GetParam().exit_code) << ran.output << ran.errors;
  EXPECT_THAT(ran.errors, HasSubstr(GetParam().says));
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

INSTANTIATE_TEST_SUITE_P(
    All, Refusals,
    testing::Values(Refusal{{"grde"}, 64, "did you mean \"grade\""}, Refusal{{"grade"}, 64, "LAB"},
                    Refusal{{"grade", "lab1-gpu-basic"}, 2, "did you mean \"lab1-gpu-basics\""},
                    Refusal{{"grade", lab, "--device", "gpu"}, 64, "emulated"},
                    Refusal{{"grade", lab, "--device", "cuda"}, 2, "cuda"},
                    Refusal{{"grade", lab, "--only", "tiled_corect"}, 64, "did you mean \"tiled_correct\""},
                    Refusal{{"grade", lab, "--submission", "/nowhere"}, 2, "/nowhere"},
                    Refusal{{"grade", lab, "--submission", "/etc/passwd"}, 2, "/etc/passwd"},
                    Refusal{{"grade", lab, "--record", "/nowhere/record.json"}, 2, "/nowhere"},
                    Refusal{{"grade", lab, "--frob"}, 64, "--frob"},
                    Refusal{{"grade", lab, "--submision", "x"}, 64, "did you mean \"--submission\""},
                    Refusal{{"editor", lab, "--dryrun"}, 64, "did you mean \"--dry-run\""},
                    Refusal{{"editor", lab, "--submission", "/nowhere"}, 2, "/nowhere"}));

/// Number of processes whose command line contains `word`.
int processes_with(const std::string& word) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream stream(entry.path() / "cmdline");
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    count += text.find(word) != std::string::npos;
  }
  return count;
}

/// A sandbox notices within milliseconds that its grade has ended, and ends. Two seconds are for a busy
/// machine.
bool all_processes_end(const std::string& word) {
  for (int wait = 0; wait < 100; ++wait) {
    if (processes_with(word) == 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

class Interrupted : public testing::TestWithParam<double> {};

TEST_P(Interrupted, LeavesNoProcessAndNoPartialRecord) {
  const ScratchFolder folder, temporary;
  const Ran ran = interrupt_gridmark(
      folder.path(),
      {"grade", lab, "--submission", source / "solutions" / lab, "--record", folder.path() / "record.json"},
      {{"TMPDIR", temporary.path()}}, GetParam());
  EXPECT_EQ(ran.exit_code, 130) << ran.errors;
  EXPECT_TRUE(fs::is_empty(folder.path()));
  EXPECT_TRUE(fs::is_empty(temporary.path()));
  // Every program of a grade has its temporary folder on the command line.
  EXPECT_TRUE(all_processes_end(temporary.path().string()));
}

INSTANTIATE_TEST_SUITE_P(AtEveryStep, Interrupted, testing::Values(0.05, 0.4, 1.2, 2.0));

}  // namespace
}  // namespace gridmark::e2e
