// Tests of gridmark batch as an instructor uses it: real repositories, the real grader, a kill in the middle.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "grader/core/results_file.h"
#include "tests/e2e/run_gridmark.h"

namespace gridmark::e2e {
namespace {

using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

constexpr const char* lab = "lab0-warm-up";
const fs::path source = GRIDMARK_SOURCE_DIR;

nlohmann::json summary_of(const fs::path& results) {
  return nlohmann::json::parse(text_of(results / "summary.json"));
}

/// The state of the one lab, such as "graded".
std::string state_of(const fs::path& results, const std::string& id) {
  const nlohmann::json summary = summary_of(results);
  for (const auto& student : summary.at("students"))
    if (student.at("id") == id) return student.at("grades").at(0).at("state");
  return "not there";
}

/// Entries at the top of the folder that are neither a student's nor hidden.
std::set<std::string> files_at_top(const fs::path& results, const std::set<std::string>& students) {
  std::set<std::string> found;
  for (const auto& entry : fs::directory_iterator(results)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with('.') && !students.contains(name)) found.insert(name);
  }
  return found;
}

class BatchCommand : public testing::Test {
 protected:
  fs::path root() const { return scratch_.path(); }
  fs::path results() const { return root() / "results"; }

  void hand_in(const fs::path& folder, const fs::path& from) const {
    fs::create_directories(folder);
    fs::copy(from, folder, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  }
  void commit(const fs::path& folder, const std::string& when) const {
    const std::string command =
        "cd '" + folder.string() + "' && export GIT_COMMITTER_DATE=" + when +
        " && git init -q && git add -A && git -c user.name=S -c user.email=s@x commit -qm x";
    ASSERT_EQ(std::system(command.c_str()), 0);
  }
  std::vector<std::string> words(std::vector<std::string> more = {}) const {
    std::vector<std::string> all{"batch", lab, "--submissions", root() / "students", "--results", results()};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  Ran batch(std::vector<std::string> more = {}) const { return run_gridmark(root(), words(std::move(more))); }

 private:
  ScratchFolder scratch_;
};

TEST_F(BatchCommand, ASolutionAndAStarterAreGradedOnceAndListed) {
  const fs::path students = root() / "students";
  hand_in(students / "ada/starter" / lab, source / "solutions" / lab);
  commit(students / "ada", "2026-10-01T10:00:00Z");
  hand_in(students / "bo" / lab, source / "starter" / lab);
  fs::create_directories(students / "cy/docs");
  hand_in(students / "dee" / lab, source / "solutions" / lab);  // ada's twin
  const Ran first = batch();
  EXPECT_EQ(first.exit_code, 1) << first.output << first.errors;  // cy handed in nothing
  EXPECT_THAT(first.output, HasSubstr("3 graded (3 of them now), 1 with nothing to grade"));
  EXPECT_THAT(text_of(results() / "similarity.html"),
              HasSubstr("<span class=\"title\">ada and dee</span><span class=\"state\">100 %"));
  EXPECT_THAT(text_of(results() / "similarity.html"), Not(HasSubstr("bo and")));
  EXPECT_THAT(text_of(results() / "class.html"), HasSubstr("href=\"similarity.html\""));
  EXPECT_THAT(first.output, HasSubstr("cy/lab0-warm-up: nothing to grade: found none of"));
  const auto record = nlohmann::json::parse(text_of(results() / "ada" / lab / "record.json"));
  EXPECT_EQ(record.at("points"), record.at("max_points"));
  EXPECT_EQ(record.at("source").at("committed"), "2026-10-01T10:00:00Z");
  EXPECT_EQ(record.at("submission"), "ada");
  EXPECT_THAT(text_of(results() / "ada" / lab / "report.html"), HasSubstr(record.at("source").at("commit")));
  EXPECT_THAT(text_of(results() / "class.html"), HasSubstr("ada/lab0-warm-up/staff.html"));
  const Ran second = batch();
  EXPECT_THAT(second.output, HasSubstr("3 graded (0 of them now)"));
}

TEST_F(BatchCommand, ADownloadOfMoodleIsGradedByTheRoster) {
  hand_in(root() / "packed" / "lab0-main" / "starter" / lab, source / "solutions" / lab);
  const fs::path ada = root() / "students" / "Ada Lovelace_11_assignsubmission_file_";
  const fs::path bo = root() / "students" / "Bo Diddley_12_assignsubmission_file_";
  fs::create_directories(ada);
  fs::create_directories(bo);
  const std::string pack = "cd '" + (root() / "packed").string() + "' && cmake -E tar cf '" +
                           (ada / "lab0.zip").string() + "' --format=zip lab0-main";
  ASSERT_EQ(std::system(pack.c_str()), 0);
  std::ofstream(bo / "lab0.zip") << "no archive";
  std::ofstream(root() / "roster.csv") << "id,name\nal15,Ada Lovelace\nbo,Bo Diddley\n";
  const Ran ran = batch({"--roster", root() / "roster.csv"});
  EXPECT_EQ(ran.exit_code, 1) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("bo/lab0-warm-up: nothing to grade: lab0.zip: cannot be unpacked"));
  const auto record = nlohmann::json::parse(text_of(results() / "al15" / lab / "record.json"));
  EXPECT_EQ(record.at("points"), record.at("max_points"));
}

// Such an id would replace the class's gradebook, or any other file that a batch writes there.
TEST_F(BatchCommand, EveryFileBesideTheStudentsHasANameThatNoStudentMayHave) {
  hand_in(root() / "students/ada" / lab, source / "starter" / lab);
  std::ofstream(root() / "late.json")
      << R"({"labs": {"lab0-warm-up": {"deadline": "2026-10-01T23:59:00Z"}}})";
  ASSERT_NE(batch({"--policy", root() / "late.json"}).exit_code, 2);
  std::set<std::string> reserved;
  for (const auto& [file, name] : names(ResultsFile{})) reserved.emplace(name);
  EXPECT_EQ(files_at_top(results(), {"ada"}), reserved);
  for (const std::string& name : reserved) {
    fs::create_directories(root() / "taken" / name);
    std::ofstream(root() / "roster.csv") << "id,repository\nada,students/ada\n" << name << ",students/ada\n";
    const Ran ran = run_gridmark(root(), {"batch", lab, "--roster", "roster.csv", "--results", "other"});
    EXPECT_EQ(ran.exit_code, 64) << ran.output;
    EXPECT_THAT(ran.errors,
                HasSubstr("roster.csv:3:1: found the id \"" + name + "\", which is the name of a file"));
  }
  const Ran ran = run_gridmark(root(), {"batch", lab, "--submissions", "taken", "--results", "other"});
  EXPECT_EQ(ran.exit_code, 64);
  EXPECT_THAT(ran.errors, HasSubstr("Rename it, or give a --roster"));
  EXPECT_FALSE(fs::exists(root() / "other"));
}

TEST_F(BatchCommand, IdsThatLookAlikeAreTwoStudentsAndAWarning) {
  for (const char* id : {"ada", "ADA", "Jos\u00e9", "Jose\u0301"})
    hand_in(root() / "students" / id / lab, source / "starter" / lab);
  const Ran ran = batch({"--dry-run"});
  EXPECT_EQ(ran.exit_code, 0) << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("grade 4; nothing was graded"));
  EXPECT_THAT(ran.errors, HasSubstr("the ids \"ADA\" and \"ada\" differ only in capitals"));
  EXPECT_THAT(ran.errors, HasSubstr("and \"Jos\u00e9\" differ only"));
}

// The small grader takes a second each, so that the kill comes in the middle.
TEST_F(BatchCommand, AKilledBatchGoesOnAndEndsAsAnUndisturbedOne) {
  const std::string record = (root() / "record.json").string();
  hand_in(root() / "one/ada" / lab, source / "starter" / lab);
  ASSERT_NE(run_gridmark(root(), {"grade", lab, "--submission", root() / "one/ada" / lab, "--record", record,
                                  "--html", root() / "report.html"})
                .exit_code,
            2);
  std::ofstream(root() / "grader.sh") << "#!/bin/sh\necho call >>" << (root() / "calls").string()
                                      << "\nsleep 0.4\ncp " << record << " \"$6\"\n";
  fs::permissions(root() / "grader.sh", fs::perms::owner_all);
  for (int i = 0; i < 12; ++i)
    hand_in(root() / "students" / ("s" + std::to_string(i)) / lab, source / "starter" / lab);
  const pid_t pid = fork();
  if (pid == 0) {
    std::vector<std::string> all = words({"--grader", root() / "grader.sh", "--jobs", "2"});
    std::vector<char*> pointers{const_cast<char*>(GRIDMARK_BUILD_DIR "/bin/gridmark")};
    for (std::string& word : all) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  for (int i = 0; i < 600 && !fs::exists(results() / "s3" / lab / "attempts"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  ASSERT_FALSE(fs::exists(results() / "gradebook.csv"));
  const Ran ran = batch({"--grader", root() / "grader.sh", "--jobs", "2"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("12 graded"));
  EXPECT_THAT(ran.output, Not(HasSubstr("12 graded (12")));
  for (int i = 0; i < 12; ++i) {
    const fs::path folder = results() / ("s" + std::to_string(i)) / lab;
    EXPECT_EQ(std::distance(fs::directory_iterator(folder / "attempts"), {}), 1) << i;
    EXPECT_EQ(nlohmann::json::parse(text_of(folder / "record.json")).at("source").at("attempt"), 1);
  }
}

TEST_F(BatchCommand, ShardsTogetherDoTheWhole) {
  for (const char* id : {"a", "b", "c"}) hand_in(root() / "students" / id / lab, source / "starter" / lab);
  std::ofstream(root() / "grader.sh") << "#!/bin/sh\nexit 2\n";
  fs::permissions(root() / "grader.sh", fs::perms::owner_all);
  EXPECT_EQ(batch({"--shard", "1/2", "--grader", root() / "grader.sh"}).exit_code, 1);
  EXPECT_EQ(state_of(results(), "a"), "error");
  EXPECT_EQ(state_of(results(), "b"), "pending");
  EXPECT_EQ(state_of(results(), "c"), "error");
  ASSERT_NE(run_gridmark(root(), {"grade", lab, "--submission", root() / "students/a" / lab, "--record",
                                  root() / "record.json", "--html", root() / "report.html"})
                .exit_code,
            2);
  std::ofstream(root() / "grader.sh") << "#!/bin/sh\necho call >>" << (root() / "calls").string() << "\ncp "
                                      << (root() / "record.json").string() << " \"$6\"\n";
  for (const char* shard : {"1/2", "2/2"}) batch({"--shard", shard, "--grader", root() / "grader.sh"});
  EXPECT_EQ(batch({"--grader", root() / "grader.sh"}).exit_code, 0) << "the folder of results is the whole";
  EXPECT_EQ(text_of(root() / "calls"), "call\ncall\ncall\n");
}

TEST_F(BatchCommand, WrongUseIsToldBeforeTheFirstGrade) {
  hand_in(root() / "students/ada" / lab, source / "starter" / lab);
  const auto refused = [&](std::vector<std::string> more, int code, const std::string& words_of_it) {
    const Ran ran = batch(std::move(more));
    EXPECT_EQ(ran.exit_code, code) << ran.output << ran.errors;
    EXPECT_THAT(ran.errors, HasSubstr(words_of_it));
  };
  refused({"--roster", "r.csv"}, 64, "r.csv: found no such file");
  refused({"--policy", "late.json"}, 64, "found no such file");
  refused({"--shard", "3/2"}, 64, "expected I/N with I from 1 to N");
  refused({"--attempt", "first"}, 64, "--attempt");
  refused({"--compare", "nowhere"}, 64, "nowhere: is not a folder");
  fs::create_directories(root() / "2025/zoe");
  refused({"--compare", "2025"}, 64, "has no folder with a file of lab0-warm-up");
  std::ofstream(root() / "late.json") << R"({"labs": {}, "extensions": [{"student": "adda", "days": 1}]})";
  refused({"--policy", "late.json"}, 64, "did you mean \"ada\"?");
  std::ofstream(root() / "results") << "a file";
  refused({}, 2, "is not a folder");
}

// A later call without the option must not lose the earlier works of the page.
TEST_F(BatchCommand, EarlierWorksStayOnThePage) {
  std::ofstream(root() / "grader.sh") << "#!/bin/sh\nexit 2\n";
  fs::permissions(root() / "grader.sh", fs::perms::owner_all);
  hand_in(root() / "students/ada" / lab, source / "starter" / lab);
  hand_in(root() / "2025/zoe" / lab, source / "starter" / lab);
  const auto page_after = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--force", "--grader", root() / "grader.sh"});
    const Ran ran = batch(more);
    EXPECT_EQ(ran.exit_code, 1) << ran.errors;
    return text_of(results() / "similarity.html");
  };
  EXPECT_THAT(page_after({}), HasSubstr("compared, with the course&#39;s solution:"));
  EXPECT_THAT(page_after({"--compare", "2025"}), HasSubstr("solution and 1 earlier work:"));
  EXPECT_THAT(page_after({}), HasSubstr("solution and 1 earlier work:"));
  fs::rename(root() / "2025", root() / "moved");
  EXPECT_THAT(batch().errors, HasSubstr("An earlier call named it. Use --compare none to leave it out"));
  EXPECT_THAT(page_after({"--compare", "none"}), HasSubstr("compared, with the course&#39;s solution:"));
}

TEST_F(BatchCommand, ADryRunGradesNothing) {
  hand_in(root() / "students/ada" / lab, source / "starter" / lab);
  const Ran ran = batch({"--dry-run"});
  EXPECT_EQ(ran.exit_code, 0) << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("ada/lab0-warm-up  grade"));
  EXPECT_FALSE(fs::exists(results() / "ada"));
}

}  // namespace
}  // namespace gridmark::e2e
