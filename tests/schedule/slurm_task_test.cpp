#include "grader/schedule/slurm_task.h"

#include <gmock/gmock.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <thread>

#include "grader/report/json_printer.h"
#include "grader/schedule/slurm_folder.h"
#include "grader/system/files.h"
#include "grader/system/temp_folder.h"
#include "tests/report/example_records.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

class SlurmTaskTest : public testing::Test {
 protected:
  SlurmTaskTest() {
    fs::create_directories(scratch());
    GradeRecord record = example("mixed");
    record.lab = "lab9";
    std::ofstream(root() / "record.json") << report::print_json(record);
    std::ofstream(grader()) << "#!/bin/sh\nroot='" << root().string() << "'\n"
                            << "(pwd -P && stat -c 'mode %a' .) >\"$root/where\"\n"
                            << "cp \"$root/record.json\" \"$6\" && : >\"$8\"\n";
    fs::permissions(grader(), fs::perms::owner_all);
  }
  fs::path root() const { return folder_.path(); }
  fs::path grader() const { return root() / "grader.sh"; }
  fs::path scratch() const { return root() / "scratch"; }
  SlurmFolder slurm() const { return SlurmFolder(root() / "results"); }

  /// Grades one job, and returns the folder in which the grader ran, and its mode.
  std::string graded(const std::string& job) const {
    fs::create_directories(slurm().job_folder(job) / "submission");
    std::ofstream(slurm().job_folder(job) / "submission/a.cu") << "good";
    EXPECT_TRUE(slurm().set_staged(job, "lab9", "emulated"));
    EXPECT_TRUE(slurm().add_array({job, "", {{job}}}, "script"));
    const auto counts = run_task(
        {slurm().array_folder(job) / "chunk-1", scratch(), "node1", "node1-writer", {{grader().string()}, 5}},
        stop_);
    EXPECT_TRUE(counts && counts->graded == 1);
    return system::read_file(root() / "where", 1000).value_or("");
  }

 private:
  system::TempFolder folder_ = system::TempFolder::make().value();
  system::StopFlag stop_;
};

// Scratch is a /tmp that other accounts can write to. An account that guesses the name first would own the
// submission.
TEST_F(SlurmTaskTest, NobodyCanMakeItsFolderFirst) {
  fs::create_directories(root() / "others");
  fs::create_directory_symlink(root() / "others", scratch() / "gridmark-node1-writer");
  const std::string first = graded("one"), second = graded("two");
  EXPECT_THAT(first, testing::AllOf(testing::StartsWith(scratch().string()), testing::HasSubstr("mode 700")));
  EXPECT_NE(first, second) << "the name can be guessed";
  EXPECT_TRUE(fs::is_symlink(scratch() / "gridmark-node1-writer")) << "it is somebody else's";
  EXPECT_TRUE(fs::is_empty(root() / "others"));
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch()), {}), 1) << "nothing of its own stays";
}

TEST_F(SlurmTaskTest, AScratchFolderThatIsNotThereIsMade) {
  fs::remove_all(scratch());
  EXPECT_NE(graded("one"), "");
}

// The client takes the first delivery while the second is being sent. That is not a fault of the second task.
TEST_F(SlurmTaskTest, TheSecondOfTwoDeliveriesIsNoFaultWhenTheFirstIsTakenMeanwhile) {
  const Delivery delivery{{example("mixed"), "log"}, "node1"};
  fs::create_directories(slurm().job_folder("job"));
  std::atomic<bool> is_over = false;
  std::thread client([&] {
    while (!is_over) slurm().forget_delivery("job");
  });
  const auto deliver = [&](const std::string& writer) {
    for (int i = 0; i < 200; ++i) {
      const auto delivered = slurm().deliver("job", delivery, writer);
      EXPECT_TRUE(delivered) << delivered.error().message;
    }
  };
  std::thread twin(deliver, "twin");
  deliver("first");
  twin.join();
  is_over = true;
  client.join();
}

}  // namespace
}  // namespace gridmark::schedule
