// Checkpoints: a crash at any moment leaves a complete one, and an incomplete file is refused.
#include "labkit/disk/recovery.h"
#include "labs/lab5-production/tests/checkpoints.h"

namespace gridmark::lab5 {
namespace {

constexpr std::size_t most_states = 400;  // enough for a save in many small pieces

/// Loads from a disk with these files into a new trainer.
Trained load(const Course& course, const disk::Contents& files, int world = 1, const std::string& circumstance = "") {
  disk::JournalDisk disk(files);
  TrainerRun like = saved_training();
  like.circumstance = circumstance;
  return train(like, world, course, {{Action::load}}, {.loads = 1}, disk);
}

std::vector<float> tensors_after(const Trained& trained) {
  const auto values = trained.first().tensors.values();
  return {values.begin(), values.end()};
}

/// Saves after one step and after two.
Trained save_twice(const Course& course, disk::JournalDisk& disk, int world = 1, std::optional<router::After> kill = {}) {
  const Plan plan{{Action::steps, 1}, {Action::save}, {Action::steps, 1}, {Action::save}};
  return train(saved_training(), world, course, plan, {.steps = 2}, disk, kill);
}

/// The files on the disk after the save `number` returned.
disk::Contents files_after(const disk::Journal& journal, int number) {
  disk::Journal part{journal.before, {}};
  for (const disk::Operation& one : journal.operations) {
    part.operations.push_back(one);
    if (one.kind == disk::Kind::returned && one.client == 0 && --number == 0) break;
  }
  return disk::contents_after(part);
}

TEST(CrashSafe, ACrashAtAnyMomentLeavesAWholeCheckpoint) {
  const Course course = saved_course(1);
  disk::JournalDisk disk;
  const Trained saved = save_twice(course, disk);
  ASSERT_TRUE(is_training(saved, course));
  disk::Recovery recovery([&course](const disk::Contents& files, const std::string& circumstance) {
    const Trained loaded = load(course, files, 1, circumstance);
    if (!loaded.answer.verdict) return disk::Recovery::Found{.answered = false, .state = {}};
    return disk::Recovery::Found{.loaded = loaded.first().loaded.values()[0] == 1, .state = tensors_after(loaded)};
  });
  for (const int number : {1, 2}) {
    const Trained loaded = load(course, files_after(disk.journal(), number));
    ASSERT_TRUE(loaded.answer.verdict);
    ASSERT_TRUE(holds(loaded.first(), loaded.first().loaded.values()[0] == 1,
                      "load_checkpoint() returned false right after save_checkpoint() had returned: the file's name is "
                      "\"checkpoint\""));
    recovery.add(tensors_after(loaded));
  }
  const std::vector<float> found = tensors_after(load(course, disk.contents()));
  const std::size_t parameters = parameters_of(Net::everything);
  ASSERT_TRUE(holds(saved.first(), first_difference(saved.first().tensors.values().first(parameters), found) < 0,
                    "load_checkpoint() brings back other parameters than those that were saved"));
  const auto verdict = recovery.judge_all(disk.journal(), "save_checkpoint()", most_states);
  EXPECT_TRUE(holds(saved.first(), verdict.judged, verdict.message));
}

TEST(CrashSafe, RankZeroAloneCallsTheDisk) {
  const Course course = saved_course(3);
  disk::JournalDisk disk;
  const Trained saved = save_twice(course, disk, 3);
  ASSERT_TRUE(saved.answer.verdict);
  const auto calls = disk.journal().operations.size();
  ASSERT_TRUE(holds(saved.first(), calls > 6, "makes fewer calls of the disk than two saves need"));
  disk::JournalDisk reread(disk.contents());
  const Trained loaded = train(saved_training(), 3, course, {{Action::load}}, {.loads = 1}, reread);
  ASSERT_TRUE(loaded.answer.verdict);
  for (const auto* const journal : {&disk.journal(), &reread.journal()})
    for (const disk::Operation& one : journal->operations) {
      ASSERT_TRUE(holds(saved.first(), one.client == 0 || one.kind == disk::Kind::returned,
                        fmt::format("rank {} calls the disk ({}): it belongs to rank 0, and the others get the bytes by "
                                    "messages", one.client, disk::in_words(one))));
      ASSERT_TRUE(holds(saved.first(), journal != &reread.journal() || !disk::changes_disk(one),
                        fmt::format("load_checkpoint() changes the disk ({})", disk::in_words(one))));
    }
  for (const TrainerRun& op : loaded.ops)
    ASSERT_TRUE(holds(op, op.loaded.values()[0] == 1,
                      fmt::format("load_checkpoint() returned false on rank {}, although the checkpoint is complete", op.rank)));
}

TEST(CrashSafe, NoRankReturnsBeforeTheCheckpointIsSafe) {
  const Course course = saved_course(2);
  const Plan plan{{Action::steps, 1}, {Action::save}};
  disk::JournalDisk dry;
  ASSERT_TRUE(train(saved_training(), 2, course, plan, {}, dry).answer.verdict);
  const auto requests = std::count_if(dry.journal().operations.begin(), dry.journal().operations.end(), [](const auto& one) {
    return one.client == 0 && one.kind != disk::Kind::returned;
  });
  ASSERT_TRUE(requests > 0) << "save_checkpoint() writes nothing";
  for (int request = 1; request <= std::min<std::ptrdiff_t>(requests, 8); ++request) {
    disk::JournalDisk disk;
    const Trained killed =
        train(saved_training(), 2, course, plan, {}, disk, router::After{0, static_cast<std::uint64_t>(request)});
    ASSERT_TRUE(killed.answer.verdict);
    const auto& other = killed.answer.ranks[1];
    ASSERT_TRUE(holds(killed.first(), other.reply.has_value(),
                      fmt::format("rank 0 died, and rank 1 {}", other.failure.message)));
    EXPECT_TRUE(holds(killed.first(), other.reply->status.code != 0,
                      fmt::format("save_checkpoint() has returned on rank 1 while rank 0 is still before its request {} of "
                                  "{} to the disk: all ranks wait, with barrier(), until rank 0 has made it safe",
                                  request, requests)));
  }
}

/// A trainer is unchanged after a refused load.
testing::AssertionResult is_refused(const Trained& loaded, const Course& course, const std::string& why) {
  if (!loaded.answer.verdict) return loaded.answer.verdict;
  for (const TrainerRun& op : loaded.ops) {
    if (op.loaded.values()[0] != 0)
      return holds(op, false, fmt::format("load_checkpoint() returned {} on rank {}, expected false: {}",
                                          op.loaded.values()[0] == 1 ? "true" : "nothing", op.rank, why));
    // Parameters, then BatchNorm's moments 0 and 1, then zeros for Adam's.
    std::vector<float> before = course.parameters;
    before.resize(before.size() + net_hidden, 0);
    before.resize(before.size() + net_hidden, 1);
    before.resize(op.tensors.size(), 0);
    const Standing now = op.standing.values()[0];
    const bool is_same = first_difference(op.tensors.values(), before) < 0 && now.steps == 0 && now.drawn == 0 &&
                         now.seed == 1000 + static_cast<std::uint64_t>(op.rank) && now.best == INFINITY &&
                         now.rate == static_cast<float>(op.peak);
    if (!is_same)
      return holds(op, false, fmt::format("load_checkpoint() returned false on rank {} and changed the training all the "
                                          "same: look at all of the file before you change anything", op.rank));
  }
  return testing::AssertionSuccess();
}

TEST(CrashSafe, AFileThatIsNotWholeIsRefused) {
  const Course course = saved_course(1);
  ASSERT_TRUE(is_refused(load(course, {}), course, "the disk is empty"));
  disk::JournalDisk disk;
  ASSERT_TRUE(save_twice(course, disk).answer.verdict);
  disk::Contents files = disk.contents();
  ASSERT_TRUE(holds(load(course, files).first(), files.count("checkpoint") == 1 && files["checkpoint"].size() > 64,
                    "there is no file \"checkpoint\" after save_checkpoint()"));
  const std::string whole = files["checkpoint"];
  const auto refuses = [&](const std::string& bytes, const std::string& circumstance) {
    files["checkpoint"] = bytes;
    return is_refused(load(course, files, 1, ", from a file " + circumstance), course,
                      "only a checksum over all of the file notices every such change");
  };
  ASSERT_TRUE(refuses("", "of 0 bytes"));
  for (const std::size_t size : {std::size_t{9}, whole.size() / 2, whole.size() - 1})
    ASSERT_TRUE(refuses(whole.substr(0, size), fmt::format("that has its first {} of {} bytes", size, whole.size())));
  ASSERT_TRUE(refuses(whole + '\0', "with one byte more"));
  for (const std::size_t at : {std::size_t{5}, static_cast<std::size_t>(any_between(64, static_cast<int>(whole.size()) - 2)),
                               whole.size() / 2, whole.size() - 1}) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1 << any_between(0, 7));
    ASSERT_TRUE(refuses(changed, fmt::format("in which one bit of byte {} has changed", at)));
  }
}

TEST(CrashSafe, ACheckpointOfOtherRanksIsRefused) {
  for (const auto& [saving, loading] : {std::pair{2, 1}, {1, 2}}) {
    disk::JournalDisk disk;
    ASSERT_TRUE(save_twice(saved_course(saving), disk, saving).answer.verdict && !disk.contents().empty());
    const Course course = saved_course(loading);
    ASSERT_TRUE(is_refused(load(course, disk.contents(), loading), course,
                           fmt::format("{} ranks saved it, and each needs the position of its generator", saving)));
  }
}

}  // namespace
}  // namespace gridmark::lab5
