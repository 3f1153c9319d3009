// gridmark batch --slurm, on a real Slurm of three nodes that can fail.
#include <gmock/gmock.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <sstream>
#include <thread>

#include "tests/slurm/cluster.h"

namespace gridmark::e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

constexpr const char* lab = "lab0-warm-up";
const fs::path source = GRIDMARK_SOURCE_DIR;

bool wait_for(const std::function<bool()>& what, double seconds = 30) {
  for (int i = 0; i < seconds * 20; ++i) {
    if (what()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

/// A record that the small grader returns.
const fs::path example_record = source / "tests/golden/report/mixed.json";

class SlurmBatchCommand : public testing::Test {
 protected:
  static void SetUpTestSuite() { cluster_ = new Cluster; }
  static void TearDownTestSuite() { delete std::exchange(cluster_, nullptr); }
  static const Cluster& cluster() { return *cluster_; }

  void SetUp() override {
    ASSERT_EQ(cluster().problem(), "");
    for (const char* node : {"node1", "node2", "node3"})
      cluster().ask(std::string("scontrol update nodename=") + node + " state=resume");
    ASSERT_TRUE(cluster().wait_until_idle()) << cluster().ask("sinfo") << cluster().ask("squeue");
    fs::copy_file(example_record, root() / "record.json");
    write_grader();
  }

  fs::path root() const { return scratch_.path(); }
  fs::path results() const { return root() / "results"; }

  /// The first line of the submission's file controls the job: WHO [flaky|broken|held]. `calls` gets a line
  /// for each call. A held job works until the file `go` exists.
  void write_grader() const {
    std::ofstream(root() / "grader.sh")
        << "#!/bin/bash\nread -r _ who what < \"$4/transfers.cu\"\ncd " << root().string()
        << "\necho \"$who\" >>calls\n"
        << "if [[ $what == held ]]; then until [[ -e go ]]; do sleep 0.1; done; fi\n"
        << "if [[ $what == broken ]]; then echo 'gridmark: it is broken' >&2; exit 2; fi\n"
        << "if [[ $what == flaky && $(grep -cx \"$who\" calls) -le 2 ]]; then echo 'gridmark: not now' >&2; "
           "exit 2; fi\n"
        << "cp record.json \"$6\"\n";
    fs::permissions(root() / "grader.sh", fs::perms::owner_all);
  }
  void let_go() const { std::ofstream(root() / "go") << ""; }
  void hand_in(const std::string& id, const std::string& what = "") const {
    const fs::path folder = root() / "students" / id / lab;
    fs::create_directories(folder);
    fs::copy(source / "starter" / lab, folder, fs::copy_options::recursive);
    std::ofstream(folder / "transfers.cu") << "// " << id << " " << what << "\n";
  }
  std::vector<std::string> words(std::vector<std::string> more = {}) const {
    std::vector<std::string> all{
        "batch",   lab,        "--submissions",      root() / "students", "--results", results(),
        "--slurm", "--grader", root() / "grader.sh", "--scratch",         root(),      "--task-seconds",
        "20"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  Ran batch(std::vector<std::string> more = {}) const {
    return run_gridmark(root(), words(std::move(more)), cluster().environment());
  }
  std::unique_ptr<RunningGridmark> begin_batch() const {
    return std::make_unique<RunningGridmark>(root(), words(), cluster().environment());
  }

  int calls() const {
    const std::string text = text_of(root() / "calls");
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }
  int attempts(const std::string& id) const {
    std::error_code none;
    return static_cast<int>(
        std::distance(fs::directory_iterator(results() / id / lab / "attempts", none), {}));
  }
  fs::path only_array() const {
    std::error_code none;
    const fs::directory_iterator first(results() / ".slurm/arrays", none);
    return first == fs::directory_iterator() ? fs::path() : first->path();
  }
  void expect_nothing_left() const {
    for (const char* folder : {"jobs", "arrays", "done", "failed", "incoming"}) {
      std::error_code none;
      EXPECT_EQ(std::distance(fs::directory_iterator(results() / ".slurm" / folder, none), {}), 0) << folder;
    }
    EXPECT_TRUE(wait_for([] { return cluster().ask("squeue --noheader").empty(); }))
        << cluster().ask("squeue");
  }

 private:
  static inline Cluster* cluster_ = nullptr;
  ScratchFolder scratch_;
};

TEST_F(SlurmBatchCommand, GradersThatFailAreTriedOnThreeRoundsAndAreNeverAZero) {
  for (const char* id : {"ada", "bo", "cy"}) hand_in(id);
  hand_in("dee", "flaky");
  hand_in("eve", "broken");
  const Ran ran = batch();
  EXPECT_EQ(ran.exit_code, 1) << ran.errors;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("4 graded (4 of them now)"), HasSubstr("1 error")));
  EXPECT_THAT(ran.output, HasSubstr("eve/lab0-warm-up: error: it is broken"));
  EXPECT_THAT(text_of(results() / "gradebook.csv"), Not(HasSubstr("eve,,,,0")));
  EXPECT_EQ(calls(), 3 + 3 + 3 * 2);  // a task tries twice; dee's second round succeeds, eve has three rounds
  for (const char* id : {"ada", "bo", "cy", "dee"}) EXPECT_EQ(attempts(id), 1) << id;
  expect_nothing_left();
}

TEST_F(SlurmBatchCommand, ADrainedAndAKilledNodeCostNobodyAGrade) {
  for (int i = 0; i < 6; ++i) hand_in("s" + std::to_string(i), "held");
  const auto running = begin_batch();
  ASSERT_TRUE(wait_for([&] { return calls() == 3; })) << "one on each node";
  cluster().ask("scontrol update nodename=node2 state=drain reason=test");
  cluster().fail("node1");
  let_go();
  const Ran ran = running->finish();
  cluster().start("node1");
  EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("6 graded (6 of them now)"));
  EXPECT_EQ(calls(), 6 + 1) << "what ran on the killed node ran again, and nothing else";
  for (int i = 0; i < 6; ++i) EXPECT_EQ(attempts("s" + std::to_string(i)), 1);
}

TEST_F(SlurmBatchCommand, ATaskThatRunsTwiceLeavesOneGrade) {
  hand_in("ada", "held");
  const auto running = begin_batch();
  ASSERT_TRUE(wait_for([&] { return calls() == 1; }));
  RunningGridmark twin(root(), {"batch-task", only_array() / "chunk-1", "--scratch", root(), "--grader",
                                root() / "grader.sh"});
  ASSERT_TRUE(wait_for([&] { return calls() == 2; }));
  let_go();
  for (const Ran& ran : {twin.finish(), running->finish()}) EXPECT_EQ(ran.exit_code, 0) << ran.errors;
  EXPECT_EQ(calls(), 2);
  EXPECT_EQ(attempts("ada"), 1);
}

TEST_F(SlurmBatchCommand, AClientThatIsKilledIsFollowedByOneThatPicksUpItsJobs) {
  for (int i = 0; i < 6; ++i) hand_in("s" + std::to_string(i), "held");
  const auto first = begin_batch();
  ASSERT_TRUE(wait_for([&] { return calls() >= 2; }));
  first->send(SIGKILL);
  (void)first->finish();
  let_go();
  const Ran ran = batch();
  EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors;
  EXPECT_THAT(ran.errors, HasSubstr("of an earlier call is picked up again"));
  EXPECT_EQ(calls(), 6);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(attempts("s" + std::to_string(i)), 1);
  expect_nothing_left();
  EXPECT_THAT(batch().output, HasSubstr("6 graded (0 of them now)"));
}

TEST_F(SlurmBatchCommand, AStopCancelsWhatIsInTheQueueAndTheSameCommandGoesOn) {
  hand_in("ada");
  for (int i = 0; i < 3; ++i) hand_in("s" + std::to_string(i), "held");
  const auto first = begin_batch();
  ASSERT_TRUE(wait_for([&] { return calls() == 4 && fs::exists(results() / "ada" / lab / "attempts"); }));
  first->send(SIGINT);
  const Ran stopped = first->finish();
  EXPECT_EQ(stopped.exit_code, 130);
  EXPECT_THAT(stopped.errors, HasSubstr("1 array on Slurm cancelled"));
  EXPECT_THAT(stopped.output, AllOf(HasSubstr("1 graded"), HasSubstr("3 not graded yet")));
  expect_nothing_left();
  fs::remove_all(root() / "students");
  hand_in("ada");
  EXPECT_THAT(batch().output, HasSubstr("1 graded (0 of them now)"));
}

TEST_F(SlurmBatchCommand, WhatSlurmRefusesIsSaidInItsWords) {
  hand_in("ada");
  const Ran partition = batch({"--partition", "nowhere"});
  EXPECT_EQ(partition.exit_code, 64);
  EXPECT_THAT(partition.errors, HasSubstr("invalid partition specified: nowhere"));
  EXPECT_EQ(only_array(), fs::path());
  EXPECT_THAT(batch({"--sbatch=--array=1-9"}).errors, HasSubstr("gridmark sets --array itself"));
  EXPECT_EQ(batch({"--shard", "1/2"}).exit_code, 64);
}

// The complete way with the real grader.
TEST_F(SlurmBatchCommand, ASolutionIsGradedForReal) {
  const char* real = "lab1-gpu-basics";
  fs::create_directories(root() / "students/ada" / real);
  fs::copy(source / "solutions" / real, root() / "students/ada" / real, fs::copy_options::recursive);
  const Ran ran = run_gridmark(
      root(), {"batch", real, "--submissions", root() / "students", "--results", results(), "--slurm"},
      cluster().environment());
  EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors << text_of(results() / "ada" / real / "error.txt");
  const auto record = nlohmann::json::parse(text_of(results() / "ada" / real / "record.json"));
  EXPECT_EQ(record.at("passing"), true);
  EXPECT_EQ(record.at("submission"), "ada");
  for (const auto& item : record.at("items"))
    EXPECT_THAT(item.at("outcome"), testing::AnyOf("passed", "deferred", "ungraded")) << item;
}

}  // namespace
}  // namespace gridmark::e2e
