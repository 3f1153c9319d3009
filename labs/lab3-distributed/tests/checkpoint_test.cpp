// Checkpoints: only rank 0 writes them, and a crash at any moment is safe.
#include "labs/lab3-distributed/tests/recovery.h"

namespace gridmark::lab3 {
namespace {

/// The first call of a rank other than 0, in words, or "" if there is none.
std::string call_of_another_rank(const disk::Journal& journal) {
  for (const disk::Operation& one : journal.operations)
    if (one.client != 0 && one.kind != disk::Kind::returned)
      return fmt::format("rank {} calls the disk ({})", one.client, disk::in_words(one));
  return "";
}

void expect_rank_zero_alone(int world) {
  disk::JournalDisk disk;
  const GivenState state = any_state(world);
  const Kept saved = save_state(state, disk);
  ASSERT_TRUE(saved.answer.verdict);
  const std::string writer = call_of_another_rank(disk.journal());
  ASSERT_TRUE(holds(saved.ops[0], writer.empty(),
                    writer + ": only rank 0 writes, and the others send it their data by messages"));
  disk::JournalDisk reread(disk.contents());
  const Kept loaded = keep(Checkpoint::Action::load, any_state(world), reread);
  ASSERT_TRUE(loaded.answer.verdict);
  const std::string reader = call_of_another_rank(reread.journal());
  ASSERT_TRUE(holds(loaded.ops[0], reader.empty(),
                    reader + ": ranks that look by themselves look at different moments, disagree, and wait for one "
                             "another. Let rank 0 look and send its result to the others"));
  for (const disk::Operation& one : reread.journal().operations)
    ASSERT_TRUE(holds(loaded.ops[0], !disk::changes_disk(one),
                      fmt::format("changes the disk ({}): a crash from now on finds less than before, and a rank "
                                  "that is late finds nothing", disk::in_words(one))));
  for (const Checkpoint& op : loaded.ops)
    EXPECT_TRUE(holds(op, op.loaded.values()[0] == 1,
                      fmt::format("returned false on rank {}, right after save_checkpoint() has returned", op.rank)));
}

TEST(RankZero, AloneCallsTheDisk) {
  for (const int world : three_first) ASSERT_NO_FATAL_FAILURE(expect_rank_zero_alone(world));
}

TEST(RankZero, TellsAllThatThereIsNone) {
  for (const int world : {1, 2, 3, 4, 5}) {
    const GivenState before = any_state(world);
    EXPECT_TRUE(is_refused(load_state(before, {}), before, "the disk is empty"));
  }
}

/// Requests of rank 0 until save_checkpoint() has returned on it.
std::size_t requests_of_a_save(const disk::Journal& journal) {
  std::size_t count = 0;
  for (const disk::Operation& one : journal.operations) {
    if (one.client != 0) continue;
    if (one.kind == disk::Kind::returned) break;
    ++count;
  }
  return count;
}

/// Two states, one saved after the other on the same disk.
struct TwoSaves {
  GivenState old, fresh;
  disk::Contents before;     ///< once the first one is safe
  std::size_t requests = 0;  ///< of the first save
  Recovery recovery;         ///< knows both states
  explicit TwoSaves(int world) : old(any_state(world)), fresh(any_state(world)), recovery(world) {}

  testing::AssertionResult make() {
    disk::JournalDisk disk;
    if (const auto verdict = save_state(old, disk).answer.verdict; !verdict) return verdict;
    before = disk.contents();
    requests = requests_of_a_save(disk.journal());
    if (const auto verdict = save_state(fresh, disk).answer.verdict; !verdict) return verdict;
    const auto known = recovery.add(old, before);
    return known ? recovery.add(fresh, disk.contents()) : known;
  }
};

/// At most eight numbers of 1 ... count, including the first and the last.
std::vector<std::size_t> some_of(std::size_t count) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < std::min<std::size_t>(8, count); ++i)
    chosen.push_back(count <= 8 ? i + 1 : 1 + i * (count - 1) / 7);
  return chosen;
}

TEST(RankZero, NoRankReturnsBeforeTheCheckpointIsSafe) {
  TwoSaves saves(3);
  ASSERT_TRUE(saves.make());
  for (const std::size_t request : some_of(saves.requests)) {
    disk::JournalDisk disk(saves.before);
    const Kept killed = save_state(saves.fresh, disk, router::After{0, request});
    ASSERT_TRUE(killed.answer.verdict);
    for (const int rank : {1, 2}) {
      const auto& answer = killed.answer.ranks[static_cast<std::size_t>(rank)];
      ASSERT_TRUE(holds(killed.ops[0], answer.reply.has_value(),
                        fmt::format("rank 0 died, and rank {} {}", rank, answer.failure.message)));
      if (answer.reply->status.code != 0) continue;
      const disk::Journal& journal = disk.journal();
      const auto judged = disk::judge(journal, [&](const disk::CrashState& state) {
        return state.operations == journal.operations.size() ? saves.recovery.complaint(disk::owned(state), 2, "") : "";
      });
      EXPECT_TRUE(holds(killed.ops[0], judged.bad == 0,
                        fmt::format("rank {} has returned while rank 0 is still before its request {} of {} to the "
                                    "disk, and a crash loses the checkpoint: let all ranks wait, with barrier(), until "
                                    "rank 0 has made it safe", rank, request, saves.requests),
                        killed.answer));
    }
  }
}

constexpr std::size_t most_states = 400;  // enough for a save in many small pieces

TEST(CrashSafe, ACrashAtAnyMomentLeavesAWholeCheckpoint) {
  disk::JournalDisk disk;
  Recovery recovery(1);
  Kept saved;
  for (int i = 0; i < 2; ++i) {
    const GivenState state = any_state(1);
    saved = save_state(state, disk);
    ASSERT_TRUE(saved.answer.verdict);
    ASSERT_TRUE(recovery.add(state, disk.contents()));
  }
  const auto verdict = recovery.judge_all(disk.journal(), "save_checkpoint()", most_states);
  EXPECT_TRUE(holds(saved.ops[0], verdict.judged, verdict.message));
}

/// Saves on a disk that becomes full at this request of rank 0.
void expect_a_full_disk_is_told(TwoSaves& saves, std::size_t request) {
  disk::JournalDisk disk(saves.before);
  const std::string circumstance = fmt::format(", on a disk that is full at request {}", request);
  const Kept saved = keep(Checkpoint::Action::save, saves.fresh, disk, {}, circumstance, router::After{0, request});
  ASSERT_TRUE(saved.answer.verdict);
  ASSERT_TRUE(holds(saved.ops[0], saved.answer.ranks[0].reply->status.code != 0,
                    "rank 0 returned as if the checkpoint were safe: let DiskError leave"));
  const auto judged = disk::judge(disk.journal(), [&](const disk::CrashState& state) {
    return saves.recovery.complaint(owned(state), 1, circumstance);
  });
  EXPECT_TRUE(holds(saved.ops[0], judged,
                    "the checkpoint before is gone: touch it only when the new file is safe"));
}

/// The index of the first request of rank 0 of this kind, counted from 1.
std::size_t request_of(disk::Kind kind, const disk::Journal& journal) {
  std::size_t request = 0;
  for (const disk::Operation& one : journal.operations) {
    if (one.client == 0) ++request;
    if (one.client == 0 && one.kind == kind) break;
  }
  return request;
}

TEST(CrashSafe, AFullDiskLeavesTheCheckpointBefore) {
  disk::JournalDisk dry;
  ASSERT_TRUE(save_state(any_state(1), dry).answer.verdict);
  for (const int world : {1, 2, 3, 4, 5}) {
    TwoSaves saves(world);
    ASSERT_TRUE(saves.make());
    for (const disk::Kind kind : {disk::Kind::create, disk::Kind::write, disk::Kind::fsync})
      expect_a_full_disk_is_told(saves, request_of(kind, dry.journal()));
  }
}

/// Damage to a file that is on a disk for a long time.
struct Damage {
  std::string bytes, words;
};

std::vector<Damage> damages(const std::string& file) {
  std::vector<Damage> all{{"", "a file of 0 bytes"}, {std::string(file.size(), '\0'), "a file of zeros alone"},
                          {std::string(file.size(), '\xff'), "a file of ones alone"}};
  for (const std::size_t size : {std::size_t{1}, std::size_t{9}, file.size() / 2, file.size() - 4, file.size() - 1})
    all.push_back({file.substr(0, size), fmt::format("a file of {} bytes that has only its first {}", file.size(), size)});
  all.push_back({file + std::string(4, '\0'), fmt::format("a file that has 4 bytes behind its {}", file.size())});
  const auto last = static_cast<int>(file.size()) - 1;
  for (const int at : {0, 5, any_between(8, 63), any_between(64, last), any_between(64, last), last}) {
    std::string changed = file;
    changed[static_cast<std::size_t>(at)] = static_cast<char>(changed[static_cast<std::size_t>(at)] ^ 1 << any_between(0, 7));
    all.push_back({changed, fmt::format("a file in which one bit of byte {} has changed", at)});
  }
  for (std::size_t at = 0; at + 8 <= std::min<std::size_t>(file.size(), 96); at += 8) {
    std::string changed = file;
    changed.replace(at, 8, "\xff\xff\xff\xff\xff\xff\xff\x7f");
    all.push_back({changed, fmt::format("a file whose bytes {} to {} are a huge number", at, at + 7)});
  }
  return all;
}

TEST(Refuses, AFileThatIsNotWhole) {
  const GivenState state = any_state(1), before = any_state(1);
  disk::Contents files = saved_files(state);
  const Kept whole = load_state(before, files);
  ASSERT_TRUE(whole.answer.verdict);
  ASSERT_TRUE(holds(whole.ops[0], whole.ops[0].loaded.values()[0] == 1 && files.count("checkpoint") > 0,
                    "finds no checkpoint after save_checkpoint(): its name is \"checkpoint\""));
  const std::string file = files["checkpoint"];
  for (const Damage& damage : damages(file)) {
    files["checkpoint"] = damage.bytes;
    ASSERT_TRUE(is_refused(load_state(before, files, ", from " + damage.words), before,
                           "only a checksum over all of the file notices every such change"));
  }
}

TEST(Refuses, ACheckpointOfAnotherNumberOfRanks) {
  for (const auto& [saved, loading] : {std::pair{2, 3}, {3, 1}, {1, 2}, {5, 4}, {4, 5}}) {
    const GivenState before = any_state(loading);
    const disk::Contents files = saved_files(any_state(saved));
    ASSERT_FALSE(files.empty()) << "nothing is saved";
    ASSERT_TRUE(is_refused(load_state(before, files), before,
                           fmt::format("{} saved it, and each rank needs the position of its generator", ranks_in_words(saved))));
  }
}

TEST(Refuses, ACheckpointOfAnotherNetwork) {
  for (const auto& [saved, loading] : {std::pair{6, 7}, {7, 6}}) {
    const GivenState before = any_state(2, loading);
    const disk::Contents files = saved_files(any_state(2, saved));
    ASSERT_FALSE(files.empty()) << "nothing is saved";
    ASSERT_TRUE(is_refused(load_state(before, files), before,
                           fmt::format("it has layers of width {}, and this network has {}", saved, loading)));
  }
}

}  // namespace
}  // namespace gridmark::lab3
