#include "grader/schedule/slurm_words.h"

#include <gmock/gmock.h>

namespace gridmark::schedule {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

using Chunks = std::vector<std::vector<std::size_t>>;

TEST(Chunks, HaveAtLeastSoMuchToDo) {
  EXPECT_EQ(chunks_of({20, 20, 20, 20, 20}, 60, 100), (Chunks{{0, 1, 2}, {3, 4}}));
  EXPECT_EQ(chunks_of({90, 10, 90}, 60, 100), (Chunks{{0}, {1, 2}}));
  EXPECT_EQ(chunks_of({}, 60, 100), Chunks{});
}

TEST(Chunks, AreNoMoreThanAnArrayMayHave) {
  const Chunks chunks = chunks_of(std::vector<double>(1000, 90), 60, 100);
  EXPECT_LE(chunks.size(), 100u);
  std::size_t all = 0;
  for (const auto& chunk : chunks) all += chunk.size();
  EXPECT_EQ(all, 1000u);
}

TEST(Chunks, OfNothingAreOneForEach) { EXPECT_EQ(chunks_of({20, 20}, 0, 100), (Chunks{{0}, {1}})); }

TEST(Queue, LinesOfSqueueAreRead) {
  const auto tasks =
      parse_queue("12|3|RUNNING|None\n12|4|PENDING|JobArrayTaskLimit\nslurm: hello\n12|x|y|z\n");
  ASSERT_EQ(tasks.size(), 2u);
  EXPECT_EQ(tasks[0].job, "12");
  EXPECT_EQ(tasks[0].index, 3);
  EXPECT_TRUE(tasks[0].running());
  EXPECT_FALSE(tasks[1].running());
  EXPECT_EQ(tasks[1].reason, "JobArrayTaskLimit");
}

TEST(Queue, ATaskThatWaitsForAnAdministratorIsGivenUp) {
  EXPECT_TRUE(parse_queue("1|1|PENDING|launch failed requeued held\n")[0].given_up());
  EXPECT_TRUE(parse_queue("1|1|PENDING|JobHoldMaxRequeue\n")[0].given_up());
  EXPECT_FALSE(parse_queue("1|1|PENDING|Resources\n")[0].given_up());
}

// If it were final, a busy controller would end a batch and cancel its running jobs.
TEST(Sbatch, ABusyControllerIsNoRefusal) {
  for (const char* said :
       {"sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)",
        "sbatch: error: If munged is up, restart with --num-threads=10\nsbatch: error: Munge encode failed",
        "sbatch: error: Batch job submission failed: Resource temporarily unavailable",
        "sbatch: error: Batch job submission failed: Socket timed out on send/recv operation",
        "sbatch: error: Batch job submission failed: Slurm backup controller in standby mode"})
    EXPECT_FALSE(is_refusal(said)) << said;
  EXPECT_TRUE(
      is_refusal("sbatch: error: invalid partition specified: nope\nsbatch: error: Batch job submission "
                 "failed: Invalid partition name specified"));
}

TEST(JobId, IsANumberWithOrWithoutACluster) {
  EXPECT_EQ(parse_job_id("1234\n"), "1234");
  EXPECT_EQ(parse_job_id("1234;big\n"), "1234");
  EXPECT_THAT(parse_job_id("Submitted batch job 7").error().message, HasSubstr("expected a job's number"));
}

TEST(MostTasks, IsWhatTheSiteAllows) {
  EXPECT_EQ(parse_most_tasks("MaxArraySize            = 101\n"), 100);
  EXPECT_EQ(parse_most_tasks(""), 1000);
}

TEST(Sbatch, SaysWhatIsAskedForAndNothingElse) {
  SlurmSettings settings;
  settings.at_once = 4;
  settings.gres = "gpu:1";
  settings.more = {"--qos=long"};
  const auto words = sbatch_words(settings, {"name", "/r/.slurm/arrays/name", 7, true, {"n1", "n2"}});
  EXPECT_THAT(words, Contains("--array=1-7%4"));
  EXPECT_THAT(words, Contains("--gres=gpu:1"));
  EXPECT_THAT(words, Contains("--exclusive"));
  EXPECT_THAT(words, Contains("--exclude=n1,n2"));
  EXPECT_THAT(words, Contains("--qos=long"));
  EXPECT_EQ(words.back(), "/r/.slurm/arrays/name/task.sh");
  EXPECT_THAT(
      sbatch_words({}, {"n", "/f", 1, false, {}}),
      Not(Contains(testing::AnyOf(HasSubstr("--partition"), HasSubstr("--time"), HasSubstr("--ex")))));
}

TEST(Sbatch, FoldersWithQuotesAndBlanksStayOneWord) {
  SlurmSettings settings;
  settings.setup = {"module load cuda"};
  const std::string script = task_script(settings, {"/a b/gridmark"}, "/it's/here", "");
  EXPECT_THAT(script,
              HasSubstr("module load cuda\nexec '/a b/gridmark' 'batch-task' '/it'\\''s/here/chunk-'"));
  EXPECT_THAT(script, HasSubstr("--scratch \"${TMPDIR:-/tmp}\""));
}

TEST(Settings, WhatWouldBreakTheScriptIsRefused) {
  SlurmSettings settings;
  EXPECT_EQ(why_no_settings(settings), "");
  settings.scratch = "$(rm -rf \"$HOME\")";
  EXPECT_THAT(why_no_settings(settings), HasSubstr("--scratch"));
  settings = {};
  settings.more = {"qos"};
  EXPECT_THAT(why_no_settings(settings), HasSubstr("expected an option of sbatch"));
  for (const char* lost : {"--clusters=b", "--wait", "--hold"}) {
    settings.more = {lost};
    EXPECT_THAT(why_no_settings(settings), HasSubstr("cannot follow")) << lost;
  }
}

TEST(Pauses, GrowToHalfAMinute) {
  double pause = 1;
  for (int i = 0; i < 20; ++i) pause = next_pause(pause);
  EXPECT_DOUBLE_EQ(pause, 30);
}

}  // namespace
}  // namespace gridmark::schedule
