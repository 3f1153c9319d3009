// A lab with timed items, end to end: passed, partly earned, deferred, merged, scored again.
//
// No test forces a deferral. Instead, a grade demands that the reference equals itself within a millionth of
// a percent, which no machine can show. The tests that need a verdict need a quiet machine. On a restless
// machine they fail with a message.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "tests/e2e/run_gridmark.h"

namespace gridmark::e2e {
namespace {

using nlohmann::json;
using testing::HasSubstr;
namespace fs = std::filesystem;

const fs::path here = GRIDMARK_SOURCE_DIR "/tests/timed_lab";
const std::map<std::string, std::string> home{{"GRIDMARK_HOME", here / "course"}};

json item_of(const json& record, const std::string& id) {
  for (const json& item : record.at("items"))
    if (item.at("id") == id) return item;
  ADD_FAILURE() << "no item " << id;
  return {};
}

/// The records that all tests use, graded once.
class TimedLab : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new ScratchFolder;
    grade("strict", "fast", {"--tolerance", "0.000001"});
    grade("fast", "fast", {});
    grade("slow", "slow", {});
  }
  static void TearDownTestSuite() { delete folder_; }

  static void grade(const std::string& name, const std::string& submission, std::vector<std::string> more) {
    std::vector<std::string> words = {
        "grade",    "timed-lab",  "--submission", here / "submissions" / submission,
        "--record", record(name), "--html",       html(name)};
    words.insert(words.end(), more.begin(), more.end());
    graded_[name] = run_gridmark(folder_->path(), words, home);
  }

  static Ran run(std::vector<std::string> words) { return run_gridmark(folder_->path(), words, home); }
  static fs::path record(const std::string& name) { return folder_->path() / (name + ".json"); }
  static fs::path html(const std::string& name) { return folder_->path() / (name + ".html"); }
  static json read(const std::string& name) {
    EXPECT_TRUE(fs::exists(record(name))) << graded_[name].output << graded_[name].errors;
    return fs::exists(record(name)) ? json::parse(text_of(record(name))) : json();
  }

  /// The reason why this machine did not give a verdict in `name`, or "".
  static std::string restless(const std::string& name) {
    for (const json& item : read(name).at("items"))
      if (item.at("outcome") == "deferred") return item.at("reason");
    return "";
  }

  static ScratchFolder* folder_;
  static std::map<std::string, Ran> graded_;
};

ScratchFolder* TimedLab::folder_ = nullptr;
std::map<std::string, Ran> TimedLab::graded_;

TEST_F(TimedLab, WhereTheMachineMayNotJudgeTheLinesAreDeferredAndThePointsARange) {
  const json record = read("strict"), item = item_of(record, "many_rounds");
  EXPECT_EQ(item["outcome"], "deferred");
  EXPECT_EQ(item["points"], 0);
  EXPECT_EQ(item["points_at_most"], 4);
  EXPECT_THAT(item["reason"].get<std::string>(), HasSubstr("too restless to time anything"));
  EXPECT_THAT(item["reason"].get<std::string>(), HasSubstr("expected within 1e-06%"));
  EXPECT_EQ(record["points"], 4);
  EXPECT_EQ(record["points_at_most"], 10);
  EXPECT_EQ(record["deferred"].size(), 2U);
  EXPECT_THAT(graded_["strict"].output, HasSubstr("4-10 of 10 points"));
  EXPECT_THAT(graded_["strict"].output, HasSubstr("until a quieter machine has timed the open points"));
  EXPECT_EQ(graded_["strict"].exit_code, 1);
}

TEST_F(TimedLab, AnOpenLineLeavesOpenWhatNeedsIt) {
  const json item = item_of(read("strict"), "few_rounds");
  EXPECT_EQ(item["outcome"], "deferred");
  EXPECT_EQ(item["points_at_most"], 2);
}

TEST_F(TimedLab, AFastSubmissionPassesAndTheRecordHasEverySample) {
  ASSERT_EQ(restless("fast"), "");
  const json record = read("fast");
  EXPECT_EQ(record["points"], 10) << graded_["fast"].output;
  for (const json& seen : record["measurements"]) {
    if (!seen.contains("paired_timing")) continue;
    const json& paired_timing = seen["paired_timing"];
    EXPECT_GE(paired_timing["processes"].size(), 5U);
    std::size_t pairs = 0;
    for (const json& process : paired_timing["processes"]) pairs += process["pairs"].size();
    EXPECT_EQ(paired_timing["pairs"], pairs);
    EXPECT_GT(paired_timing["work"]["flops"], 0);
    EXPECT_EQ(paired_timing["plan"]["most_processes"], 20);
  }
}

TEST_F(TimedLab, ASlowSubmissionEarnsByTheCurve) {
  ASSERT_EQ(restless("slow"), "");
  const json item = item_of(read("slow"), "many_rounds");
  EXPECT_EQ(item["points"], 2);  // a third of the reference's speed: above 0.2, below 0.7
  EXPECT_EQ(item["verdict"], "fail");
  EXPECT_THAT(item["reason"].get<std::string>(), HasSubstr("0.7 or more earns all 4 points"));
  EXPECT_THAT(item_of(read("slow"), "few_rounds")["reason"].get<std::string>(), HasSubstr("many_rounds"));
}

TEST_F(TimedLab, TheReportDrawsTheRooflineWithEachFiguresOrigin) {
  ASSERT_EQ(restless("fast"), "");
  const std::string page = text_of(html("fast"));
  EXPECT_THAT(page, HasSubstr("Share of this machine's best speed"));
  EXPECT_THAT(page, HasSubstr("FLOP per byte of global memory, counted"));
  EXPECT_THAT(page, HasSubstr("GFLOP/s, measured"));
  EXPECT_TRUE(read("fast")["runs"][0].contains("machine_baseline"));
}

TEST_F(TimedLab, ALaterRunFillsWhatWasDeferredAndSaysSo) {
  ASSERT_EQ(restless("fast"), "");
  const Ran dry = run({"merge", record("strict"), record("fast"), "-o", record("merged"), "--dry-run"});
  EXPECT_EQ(dry.exit_code, 0) << dry.errors;
  EXPECT_FALSE(fs::exists(record("merged")));
  const Ran ran = run({"merge", record("strict"), record("fast"), "-o", record("merged")});
  EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("4-10 before, 10 of 10 points now"));
  const json merged = read("merged");
  EXPECT_EQ(merged["points"], 10);
  EXPECT_FALSE(merged.contains("deferred"));
  EXPECT_FALSE(merged.contains("points_at_most"));
  EXPECT_EQ(merged["runs"].size(), 2U);
  EXPECT_EQ(item_of(merged, "many_rounds")["run"], 1);
  EXPECT_FALSE(item_of(merged, "sectors").contains("run"));
  EXPECT_EQ(item_of(read("strict"), "many_rounds")["outcome"], "deferred");  // -o did not change it
}

TEST_F(TimedLab, AnotherSubmissionsRecordIsRefusedByName) {
  const std::string before = text_of(record("strict"));
  const Ran ran = run({"merge", record("strict"), record("slow")});
  EXPECT_EQ(ran.exit_code, 64);
  EXPECT_THAT(ran.errors, HasSubstr("the submission's files: sha256 "));
  EXPECT_EQ(text_of(record("strict")), before);
}

TEST_F(TimedLab, ScoringAgainByTheSameRubricChangesNothing) {
  const Ran ran = run({"rescore", record("fast"), record("strict")});
  EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("0 of 2 records get other points."));
}

// At the limit itself no number of runs decides: with the reference's own speed as the limit, the interval
// spans it.
TEST_F(TimedLab, AStricterRubricIsAppliedToTheKeptSamples) {
  ASSERT_EQ(restless("fast"), "");
  json rubric = json::parse(text_of(here / "course/rubrics/timed-lab.json"));
  const double seen = item_of(read("fast"), "many_rounds")["measurements"][0]["value"];
  rubric["criteria"][1]["items"][1]["targets"]["emulated"]["curve"]["knots"] = {{seen, 1.0}, {0.2, 0.5}};
  const fs::path file = folder_->path() / "rubric.json";
  std::ofstream(file) << rubric;
  fs::copy_file(record("fast"), record("again"));
  const Ran asked = run({"rescore", record("again"), "--rubric", file});
  EXPECT_EQ(asked.exit_code, 1);
  EXPECT_THAT(asked.output, HasSubstr("Use --yes"));
  EXPECT_EQ(text_of(record("again")), text_of(record("fast")));
  const Ran ran = run({"rescore", record("again"), "--rubric", file, "--yes"});
  EXPECT_EQ(ran.exit_code, 0) << ran.errors;
  const json item = item_of(read("again"), "many_rounds");
  EXPECT_EQ(item["outcome"], "deferred");
  EXPECT_EQ(item["verdict"], "inconclusive");
  EXPECT_EQ(item["points"], 2);
  EXPECT_EQ(item["points_at_most"], 4);
  EXPECT_THAT(item["reason"].get<std::string>(),
              HasSubstr("which does not settle it: scored as the low end"));
}

TEST_F(TimedLab, AWriteThatFailsLeavesItsRecordToTheNextTry) {
  json rubric = json::parse(text_of(here / "course/rubrics/timed-lab.json"));
  rubric["criteria"][0]["items"][0]["points"] = 6;
  const fs::path file = folder_->path() / "six.json", all = folder_->path() / "all";
  std::ofstream(file) << rubric;
  for (const char* student : {"ann", "bob", "cy"}) {
    fs::create_directories(all / student);
    fs::copy_file(record("fast"), all / student / "record.json");
  }
  std::ofstream(all / "cy/staff.html") << "a page, so all pages are written";
  fs::create_directory(all / "cy/log.txt");

  const Ran failed = run({"rescore", all, "--rubric", file, "--yes"});
  EXPECT_EQ(failed.exit_code, 2);
  EXPECT_THAT(failed.errors, HasSubstr("cy/log.txt: exists and is not a regular file"));
  EXPECT_THAT(failed.output,
              HasSubstr("of 3 records written. Run the same command again to write the others."));
  EXPECT_EQ(text_of(all / "cy/record.json"), text_of(record("fast")));

  fs::remove(all / "cy/log.txt");
  EXPECT_EQ(run({"rescore", all, "--rubric", file, "--yes"}).exit_code, 0);
  EXPECT_THAT(text_of(all / "cy/log.txt"), HasSubstr("of 13"));
  EXPECT_THAT(run({"rescore", all, "--rubric", file}).output, HasSubstr("0 of 3 records get other points."));
}

}  // namespace
}  // namespace gridmark::e2e
