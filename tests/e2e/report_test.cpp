// Tests of `gridmark report` on the records of the golden files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/e2e/run_gridmark.h"

namespace gridmark::e2e {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
namespace fs = std::filesystem;

const fs::path golden = GRIDMARK_SOURCE_DIR "/tests/golden/report";

class Report : public testing::Test {
 protected:
  /// results/STUDENT/lab1-gpu-basics/record.json from a golden record.
  void add(const std::string& student, const std::string& record) {
    const fs::path lab = folder_.path() / "results" / student / "lab1-gpu-basics";
    fs::create_directories(lab);
    fs::copy_file(golden / (record + ".json"), lab / "record.json");
  }
  Ran run(std::vector<std::string> words, const std::map<std::string, std::string>& environment = {}) {
    words.insert(words.begin(), "report");
    return run_gridmark(folder_.path(), words, environment);
  }
  fs::path at(const std::string& name) const { return folder_.path() / name; }

 private:
  ScratchFolder folder_;
};

TEST_F(Report, OneRecordGoesToStandardOutput) {
  add("alice", "mixed");
  const Ran ran = run({"results/alice/lab1-gpu-basics/record.json", "--to", "lti", "--field", "user-id=7"});
  EXPECT_EQ(ran.exit_code, 0) << ran.errors;
  EXPECT_EQ(json::parse(ran.output)["scoreGiven"], 5.5);
}

TEST_F(Report, AFolderOfRecordsBecomesAFolderOfPages) {
  add("alice", "mixed"), add("bob", "perfect");
  EXPECT_EQ(run({"results", "--to", "html", "-o", "pages"}).exit_code, 0);
  EXPECT_THAT(text_of(at("pages/alice/lab1-gpu-basics/report.html")), HasSubstr("students/änne/lab1"));
  EXPECT_THAT(text_of(at("pages/bob/lab1-gpu-basics/report.html")), HasSubstr("<!doctype html>"));
}

TEST_F(Report, ABrokenRecordCostsItsOwnPageOnly) {
  add("alice", "mixed"), add("bob", "perfect");
  std::ofstream(at("results/alice/lab1-gpu-basics/record.json")) << "{\"version\": ";
  const Ran ran = run({"results", "--to", "html", "-o", "pages"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.errors, HasSubstr("results/alice/lab1-gpu-basics/record.json"));
  EXPECT_THAT(ran.errors, HasSubstr("1 of 2 records cannot be read. The result uses only the others"));
  EXPECT_THAT(text_of(at("pages/bob/lab1-gpu-basics/report.html")), HasSubstr("<!doctype html>"));
  EXPECT_FALSE(fs::exists(at("pages/alice")));
}

TEST_F(Report, AFolderOfRecordsBecomesOneTable) {
  add("alice", "mixed"), add("bob", "perfect");
  EXPECT_EQ(run({"results", "--to", "csv", "-o", "lines.csv"}).exit_code, 0);
  const std::string table = text_of(at("lines.csv"));
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 6 + 2);
}

TEST_F(Report, SeveralFilesNeedAFolder) {
  add("alice", "mixed"), add("bob", "perfect");
  const Ran ran = run({"results", "--to", "html"});
  EXPECT_EQ(ran.exit_code, 64);
  EXPECT_THAT(ran.errors, HasSubstr("expected a folder for 2 files"));
}

TEST_F(Report, TheSummaryOfAStepIsAppendedWhereTheRunnerSays) {
  add("alice", "mixed");
  std::ofstream(at("summary.md")) << "before\n";
  const Ran ran = run({"results", "--to", "github"}, {{"GITHUB_STEP_SUMMARY", at("summary.md").string()}});
  EXPECT_EQ(ran.exit_code, 0) << ran.errors;
  EXPECT_THAT(ran.output, StartsWith("::stop-commands::gridmark-"));
  EXPECT_THAT(ran.output, HasSubstr("::error file="));
  EXPECT_THAT(text_of(at("summary.md")), StartsWith("before\n## GPU basics"));
  const Ran again = run({"results", "--to", "github", "-o", "own.md"});
  EXPECT_THAT(text_of(at("own.md")), StartsWith("## GPU basics"));
  EXPECT_NE(again.output.substr(0, 60), ran.output.substr(0, 60)) << "a token that is known stops nothing";
}

TEST_F(Report, GitLabGetsItsTwoFiles) {
  add("alice", "mixed");
  EXPECT_EQ(run({"results", "--to", "gitlab", "-o", "."}).exit_code, 0);
  EXPECT_THAT(text_of(at("junit.xml")), StartsWith("<?xml"));
  EXPECT_TRUE(json::parse(text_of(at("gl-code-quality-report.json"))).is_array());
}

TEST_F(Report, HiddenTestsAreForStaff) {
  add("alice", "hidden");
  EXPECT_THAT(run({"results", "--to", "html"}).output, Not(HasSubstr("ecret")));
  const Ran staff = run({"results", "--to", "gradescope", "--audience", "staff"});
  EXPECT_THAT(staff.output, HasSubstr("SecretShape"));
  EXPECT_THAT(staff.errors, HasSubstr("no total while it hides a test from them"));
}

TEST_F(Report, SaysWhatChangedSinceAnotherRecord) {
  add("alice", "mixed"), add("before", "mixed");
  const fs::path before = at("results/before/lab1-gpu-basics/record.json");
  json record = json::parse(text_of(before));
  record["items"][0]["points"] = 0;
  std::ofstream(before) << record.dump();
  const Ran ran = run({"results/alice", "--to", "html", "--previous", before.string()});
  EXPECT_THAT(ran.output, HasSubstr("Since the last attempt"));
  EXPECT_THAT(ran.output, HasSubstr("<td class=\"good\">better</td>"));
}

TEST_F(Report, WrongWordsAreWrongUsage) {
  add("alice", "mixed");
  const auto said = [&](std::vector<std::string> words) {
    const Ran ran = run(std::move(words));
    EXPECT_EQ(ran.exit_code, 64) << ran.errors;
    EXPECT_EQ(ran.output, "");
    return ran.errors;
  };
  EXPECT_THAT(said({"results", "--to", "junti"}), HasSubstr("did you mean \"junit\"?"));
  EXPECT_THAT(said({"results", "--to", "csv", "--audience", "all"}), HasSubstr("student-after-due"));
  EXPECT_THAT(said({"results", "--to", "lti", "--field", "user-id"}), HasSubstr("expected NAME=VALUE"));
  EXPECT_THAT(said({"nowhere", "--to", "csv"}), HasSubstr("expected a record or a folder with records"));
  EXPECT_THAT(said({"results"}), HasSubstr("--to"));
}

TEST_F(Report, ABrokenRecordIsNoReport) {
  add("alice", "mixed");
  std::ofstream(at("results/alice/lab1-gpu-basics/record.json")) << "{";
  const Ran ran = run({"results", "--to", "csv"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.errors, HasSubstr("results/alice/lab1-gpu-basics/record.json"));
}

TEST_F(Report, ALateSubmissionIsNoGradeUntilSomebodySaysSo) {
  add("alice", "mixed");
  const fs::path file = at("results/alice/lab1-gpu-basics/record.json");
  json record = json::parse(text_of(file));
  record["source"] = {
      {"student", "alice"}, {"repository", "/r"}, {"branch", ""},
      {"commit", "0123"},   {"committed", ""},    {"content", ""},
      {"key", ""},          {"attempt", 1},       {"late", "2 days late, so 80% of the points count"}};
  std::ofstream(file) << record.dump();
  const Ran refused = run({"results", "--to", "lti"});
  EXPECT_EQ(refused.exit_code, 64);
  EXPECT_THAT(refused.errors, HasSubstr("2 days late"));
  const Ran meant = run({"results", "--to", "lti", "--before-lateness"});
  EXPECT_EQ(json::parse(meant.output)["userId"], "alice");
}

}  // namespace
}  // namespace gridmark::e2e
