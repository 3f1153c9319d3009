// The complete state in a checkpoint, and trainings that continue. Every message between their ranks must
// equal that of a training without a break.
#include "labs/lab3-distributed/tests/checkpoints.h"

namespace gridmark::lab3 {
namespace {

TEST(Resume, EveryRankIsBackToTheLastBit) {
  for (const int world : {1, 2, 3, 4, 5}) {
    const GivenState state = any_state(world);
    const disk::Contents files = saved_files(state);
    channel::end_workers();  // a new process does not remember the save
    ASSERT_TRUE(is_back(load_state(any_state(world), files), state));
  }
}

/// The data of a training, the same for all of its runs.
class Course {
 public:
  explicit Course(int world) : world_(world) {
    const SavedTraining like;
    const auto rows = static_cast<std::size_t>(like.batches * like.rows), width = static_cast<std::size_t>(like.width);
    parameters_ = any_values(2 * (width * width + width) + 2 * width, -0.5f, 0.5f);
    for (int rank = 0; rank < world; ++rank) {
      x_.push_back(any_values(rows * width));
      labels_.emplace_back();
      for (std::size_t i = 0; i < rows; ++i) labels_.back().push_back(any_between(0, like.width - 1));
    }
  }

  struct Run {
    std::vector<SavedTraining> ops;
    RanksAnswer answer;
  };

  /// Runs a part of the training in new processes.
  Run run(SavedTraining like, disk::JournalDisk& disk, std::optional<router::After> kill = {}) const {
    channel::end_workers();
    Run run;
    run.ops = channel::for_ranks(world_, [&](int rank) {
      SavedTraining op = like;
      op.parameters = channel::In<float>(parameters_);
      op.x = channel::In<float>(x_[static_cast<std::size_t>(rank)]);
      op.labels = channel::In<int>(labels_[static_cast<std::size_t>(rank)]);
      return op;
    });
    const channel::SharedDisk shared{disk, kill};
    router::Settings settings;
    settings.keep_hashes = true;
    run.answer = channel::ask_ranks(run.ops, settings, &shared);
    return run;
  }

 private:
  int world_;
  std::vector<float> parameters_;
  std::vector<std::vector<float>> x_;
  std::vector<std::vector<int>> labels_;
};

/// Hashes of a rank's messages to one other rank with a tag, in order.
std::vector<std::uint64_t> hashes(const Course::Run& run, int rank, int tag) {
  std::vector<std::uint64_t> all;
  for (const router::Message& message : run.answer.network.messages)
    if (message.from == rank && message.to == (rank == 0 ? 1 : 0) && message.tag == tag) all.push_back(message.hash);
  return all;
}

/// Steps that a run made.
int steps_of(const Course::Run& run) { return static_cast<int>(hashes(run, 0, gradient_tag).size()); }

/// The steps of `run` equal those of `whole` from its step `begin` on.
testing::AssertionResult is_part(const Course::Run& run, const Course::Run& whole, int begin) {
  const SavedTraining& op = run.ops[0];
  for (int rank = 0; rank < op.world; ++rank) {
    const auto part = hashes(run, rank, gradient_tag), all = hashes(whole, rank, gradient_tag);
    for (std::size_t i = 0; i < part.size(); ++i)
      if (part[i] != all[static_cast<std::size_t>(begin) + i])
        return holds(op, false, fmt::format("the gradients of step {} on rank {} are not those of the training without a "
                                            "break, which it left after step {}", begin + static_cast<int>(i) + 1, rank,
                                            begin));
    if (op.end == whole.ops[0].end && hashes(run, rank, final_state_tag) != hashes(whole, rank, final_state_tag))
      return holds(op, false, fmt::format("rank {} does not end with the state of the training without a break", rank));
  }
  return testing::AssertionSuccess();
}

constexpr int all_steps = 8;

Course::Run without_a_break(const Course& course) {
  disk::JournalDisk unused;
  return course.run({.end = all_steps}, unused);
}

TEST(Resume, GoesOnInTheMiddleOfAnEpoch) {
  for (const int world : {2, 3, 4, 5}) {
    const Course course(world);
    const Course::Run whole = without_a_break(course);
    ASSERT_TRUE(whole.answer.verdict);
    disk::JournalDisk disk;
    const Course::Run first = course.run({.end = 4, .saves_each = 4}, disk);
    ASSERT_TRUE(first.answer.verdict);
    ASSERT_TRUE(is_part(first, whole, 0));
    const Course::Run second = course.run({.end = all_steps, .loads = true}, disk);
    ASSERT_TRUE(second.answer.verdict);
    ASSERT_TRUE(holds(second.ops[0], steps_of(second) == all_steps - 4,
                      fmt::format("a training of {} steps that was saved after step 4 made {} steps more, expected {}",
                                  all_steps, steps_of(second), all_steps - 4)));
    ASSERT_TRUE(is_part(second, whole, 4));
  }
}

TEST(Resume, ASaveChangesNothing) {
  const Course course(2);
  const Course::Run whole = without_a_break(course);
  ASSERT_TRUE(whole.answer.verdict);
  disk::JournalDisk disk;
  const Course::Run saved = course.run({.end = all_steps, .saves_each = 1}, disk);
  ASSERT_TRUE(saved.answer.verdict);
  ASSERT_TRUE(holds(saved.ops[0], !disk.contents().empty(), "leaves no file on the disk"));
  ASSERT_TRUE(is_part(saved, whole, 0));
}

TEST(Resume, AfterADeathAtAnyRequestToTheDisk) {
  const Course course(2);
  const Course::Run whole = without_a_break(course);
  ASSERT_TRUE(whole.answer.verdict);
  const SavedTraining like{.end = all_steps, .loads = true, .saves_each = 3};
  disk::JournalDisk dry;
  ASSERT_TRUE(course.run(like, dry).answer.verdict);
  const auto requests = std::count_if(dry.journal().operations.begin(), dry.journal().operations.end(),
                                      [](const disk::Operation& one) { return one.client == 0; });
  for (int i = 0; i < 3; ++i) {
    disk::JournalDisk disk;
    const auto request = static_cast<std::uint64_t>(any_between(1, static_cast<int>(requests)));
    ASSERT_TRUE(course.run(like, disk, router::After{0, request}).answer.verdict);
    const Course::Run second = course.run(like, disk);
    ASSERT_TRUE(second.answer.verdict);
    const int begin = all_steps - steps_of(second);
    ASSERT_TRUE(holds(second.ops[0], begin >= 0 && begin % like.saves_each == 0,
                      fmt::format("went on after step {}, where no checkpoint was saved", begin)));
    ASSERT_TRUE(is_part(second, whole, begin));
  }
}

}  // namespace
}  // namespace gridmark::lab3
