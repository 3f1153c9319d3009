#include "labkit/disk/crash_states.h"

#include <gmock/gmock.h>

#include <set>

#include "tests/disk/independent_model.h"
#include "tests/disk/journals.h"

namespace gridmark::disk {
namespace {

struct Expected {
  Writer writer;
  std::size_t states;
  std::size_t bad;
  std::string complaint;
  std::size_t after;  ///< number of operations of the smallest bad state
};

// The numbers come from another program, written in another language from the same description of the model.
TEST(CrashStates, TheRightWriterHasNoBadStateAndEachMistakeHas) {
  const std::vector<Expected> table{
      {right, 17, 0, "", 0},
      {in_place, 10, 4, "torn", 1},
      {no_fsync, 21, 4, "torn", 4},
      {fsync_after_rename, 22, 2, "torn", 4},
      {no_folder_fsync, 16, 2, "old", 6},
      {old_removed_first, 21, 2, "gone", 5},
  };
  for (const Expected& expected : table) {
    const Judgement judgement = judged(expected.writer);
    const auto row = &expected - table.data();
    EXPECT_EQ(judgement.explored.states, expected.states) << row;
    EXPECT_EQ(judgement.bad, expected.bad) << row;
    EXPECT_EQ(judgement.smallest.has_value(), expected.bad > 0) << row;
    if (!judgement.smallest) continue;
    EXPECT_EQ(judgement.smallest->complaint, expected.complaint) << row;
    EXPECT_EQ(judgement.smallest->operations, expected.after) << row;
  }
}

TEST(CrashStates, TheSmallestBadStateIsSaidInWords) {
  EXPECT_EQ(judged(no_fsync).smallest->sentence(),
            "after operation 4 of 6 (rename tmp to ckpt), with 2 of 2 unsynced changes of names and none of "
            "the unsynced data of ckpt: torn");
}

using States = std::set<std::pair<std::size_t, Contents>>;

States states_of(const Journal& journal, std::size_t limit = usual_limit) {
  States states;
  std::size_t visited = 0;
  const Explored explored = for_each_crash_state(journal, limit, [&](const CrashState& state) {
    Contents files;
    for (const auto& [name, bytes] : state.files) files.emplace(name, bytes);
    states.emplace(state.operations, files);
    ++visited;
  });
  EXPECT_EQ(explored.states, visited);
  EXPECT_EQ(states.size(), visited) << "a state came twice";
  return states;
}

TEST(CrashStates, AThousandRandomJournalsHaveTheStatesOfAnIndependentModel) {
  std::mt19937 random(20261128);
  std::size_t states = 0;
  for (int i = 0; i < 1000; ++i) {
    const Journal journal = random_journal(random);
    const States ours = states_of(journal);
    ASSERT_EQ(ours, independent_model::states_of(journal)) << "journal " << i << ": " << in_words(journal);
    states += ours.size();
  }
  EXPECT_GT(states, 10000u) << "the journals are too small to show a mistake";
}

Journal many_files(int files) {
  JournalDisk disk;
  for (int i = 0; i < files; ++i) disk.write(disk.create("file" + std::to_string(i)), "ab", 2);
  return disk.journal();
}

TEST(CrashStates, AStateForEachShareOfEachFile) {
  // One state before the create. After it: no name, or the name. After the write: no name, or the name with
  // one of 3 shares of the data.
  EXPECT_EQ(states_of(many_files(1)).size(), 1u + 2 + 4);
}

TEST(CrashStates, PastTheLimitEachMomentKeepsSomeAndTheRestIsSaid) {
  for (const std::size_t limit : {10u, 100u, 1000u}) {
    std::set<std::size_t> moments;
    const Explored explored = for_each_crash_state(
        many_files(50), limit, [&](const CrashState& state) { moments.insert(state.operations); });
    EXPECT_LE(explored.states, limit);
    EXPECT_GT(explored.states, limit / 4);
    EXPECT_TRUE(explored.left_out);
    EXPECT_THAT(explored.statement, testing::HasSubstr("more than 10^18: the others were left out"));
    EXPECT_GT(moments.size(), limit == 1000 ? 30u : 1u);
  }
  EXPECT_FALSE(for_each_crash_state(many_files(3), 10000, [](const CrashState&) {}).left_out);
}

TEST(CrashStates, PastTheLimitTheLastFileHasItsSharesToo) {
  bool torn = false;
  for_each_crash_state(many_files(8), 500, [&](const CrashState& state) {
    for (const auto& [name, share] : state.unsynced) torn = torn || (name == "file7" && share == Share::half);
  });
  EXPECT_TRUE(torn);
}

TEST(CrashStates, SavesThatReturnedAreCountedFromTheirMarkOn) {
  JournalDisk disk;
  const int file = disk.create("a");
  disk.returned();
  disk.write(file, "x", 1);
  disk.fsync(file);
  disk.returned();
  std::map<std::size_t, std::size_t> returned;
  for_each_crash_state(disk.journal(), usual_limit,
                       [&](const CrashState& state) { returned[state.operations] = state.returned; });
  EXPECT_EQ(returned, (std::map<std::size_t, std::size_t>{{0, 0}, {2, 1}, {3, 1}, {5, 2}}));
}

TEST(CrashStates, AFailedOperationLeavesNoTrace) {
  JournalDisk disk(Contents{{"a", "x"}});
  disk.fail_next(28);
  EXPECT_THROW(disk.remove("a"), DiskError);
  EXPECT_EQ(states_of(disk.journal()), (States{{1, {{"a", "x"}}}}));
}

}  // namespace
}  // namespace gridmark::disk
