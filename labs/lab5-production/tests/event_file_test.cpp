// Event files that TensorBoard can read, also after a crash.
#include <cerrno>

#include "labkit/disk/judgement.h"
#include "labs/lab5-production/tests/monitors.h"

namespace gridmark::lab5 {
namespace {

/// The scalars for a writer.
struct GivenFile {
  double wall_time = begin_time + 0.25;
  std::vector<std::string> tags{"train/loss"};
  std::vector<GivenScalar> scalars;

  WriteEvents operation() const {
    return {.wall_time = wall_time, .tags = joined(tags), .scalars = channel::In<GivenScalar>(scalars)};
  }
};

/// Flushes after the last scalar.
GivenFile flushed(GivenFile file) {
  file.scalars.back().then_flush = true;
  return file;
}

GivenFile any_file(int scalars) {
  GivenFile file;
  file.wall_time = begin_time + any_between(0, 100000) + 0.5;
  file.tags = {"train_loss", "gpu_busy_ratio/gpu0", "learning_rate"};
  for (int i = 0; i < scalars; ++i)
    file.scalars.push_back({any_between(0, 2), false, 100 * i + any_between(0, 99), any_values(1, -3, 3)[0],
                            file.wall_time + i + any_between(0, 9) * 0.125});
  return flushed(file);
}

/// Finds the only event file. Fails if there is none, or more than one.
testing::AssertionResult find_file(const WriteEvents& op, const disk::JournalDisk& disk, const GivenFile& given,
                                   std::pair<std::string, std::string>& found) {
  const auto files = event_files(disk.contents());
  if (files.size() != 1)
    return holds(op, false, fmt::format("there are {} files events.out.tfevents.*, expected one", files.size()));
  found = files[0];
  const std::string expected = fmt::format("events.out.tfevents.{}.", static_cast<std::int64_t>(given.wall_time));
  return holds(
      op, found.first.starts_with(expected) && found.first.size() > expected.size(),
      fmt::format("the file's name is {}, expected {} and something behind: TensorBoard sorts files by these "
                  "seconds",
                  found.first, expected));
}

/// The difference between a scalar and the one read back, or "".
std::string difference(const ReadScalar& found, const GivenScalar& given, const std::string& tag) {
  if (found.tag != tag) return fmt::format("its tag is \"{}\", expected \"{}\"", found.tag, tag);
  if (found.step != given.step)
    return fmt::format("its step is {}, expected {}{}", found.step, given.step,
                       given.step < 0 ? ": a negative step is a varint of all its 64 bits, ten bytes" : "");
  if (!same(found.value, given.value)) return fmt::format("its value is {}, expected {}", found.value, given.value);
  if (found.wall_time != given.wall_time)
    return fmt::format("its wall_time is {:.3f}, expected {:.3f}", found.wall_time, given.wall_time);
  return "";
}

testing::AssertionResult has_scalars(const WriteEvents& op, const ReadEventFile& file, const GivenFile& given) {
  if (!file.faults.empty()) return holds(op, false, file.faults[0]);
  if (file.records == 0)
    return holds(op, false,
                 fmt::format("the file has {} bytes and no complete record after flush(), expected its first Event "
                             "with file_version and {} scalars",
                             file.torn, given.scalars.size()));
  if (file.torn > 0)
    return holds(
        op, false,
        fmt::format("{} bytes behind record {} are not a complete record, after flush()", file.torn, file.records));
  if (file.begun != given.wall_time)
    return holds(op, false,
                 fmt::format("the first Event's wall_time is {:.3f}, expected {:.3f}", file.begun, given.wall_time));
  for (std::size_t i = 0; i < std::min(file.scalars.size(), given.scalars.size()); ++i)
    if (const std::string words =
            difference(file.scalars[i], given.scalars[i], given.tags[static_cast<std::size_t>(given.scalars[i].tag)]);
        !words.empty())
      return holds(op, false, fmt::format("scalar {}: {}", i + 1, words));
  return holds(
      op, file.scalars.size() == given.scalars.size(),
      fmt::format("the file has {} scalars after flush(), expected {}", file.scalars.size(), given.scalars.size()));
}

/// Writes a file and reads it back.
testing::AssertionResult is_written(const GivenFile& given) {
  disk::JournalDisk disk;
  auto run = ask_with_disk(given.operation(), disk);
  if (!run.verdict) return run.verdict;
  const int errors = run.op().disk_errors.values()[0];
  if (errors != 0) return holds(run.op(), false, "a call threw DiskError on a disk without faults");
  std::pair<std::string, std::string> file;
  if (auto found = find_file(run.op(), disk, given, file); !found) return found;
  return has_scalars(run.op(), read_event_file(file.second), given);
}

TEST(EventFile, IsReadBackWhole) {
  EXPECT_TRUE(is_written(any_file(1)));
  EXPECT_TRUE(is_written(any_file(60)));
}

TEST(EventFile, StepsOfAnySize) {
  GivenFile file;
  for (const std::int64_t step :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{127}, std::int64_t{128}, std::int64_t{300},
        std::int64_t{1} << 21, std::int64_t{1} << 35, std::numeric_limits<std::int64_t>::max(), std::int64_t{-1},
        std::int64_t{-300}, std::numeric_limits<std::int64_t>::min()})
    file.scalars.push_back({0, false, step, 1.5f, begin_time + 1});
  EXPECT_TRUE(is_written(flushed(file)));
}

TEST(EventFile, ValuesOfAnyKind) {
  GivenFile file;
  constexpr float infinite = std::numeric_limits<float>::infinity();
  for (const float value : {0.0f, 1e-40f, 3e38f, infinite, -infinite, std::numeric_limits<float>::quiet_NaN()})
    file.scalars.push_back({0, false, 7, value, begin_time + 2});
  EXPECT_TRUE(is_written(flushed(file)));
}

TEST(EventFile, TagsOfAnyLength) {
  GivenFile file;
  file.tags = {"a", "Verlust/Prüfung \"λ\"", std::string(100, 'x'), std::string(200, 'y'), std::string(20000, 'z')};
  for (int tag = 0; tag < 5; ++tag) file.scalars.push_back({tag, false, tag, 1, begin_time + 3});
  EXPECT_TRUE(is_written(flushed(file)));
}

TEST(EventFile, ARestartWritesAnotherFile) {
  disk::JournalDisk disk(disk::Contents{{"checkpoint", "12345"}});
  std::vector<GivenFile> given;
  std::map<std::string, std::size_t> names;
  for (std::size_t i = 0; i < 3; ++i) {
    given.push_back(any_file(4));
    given.back().wall_time = begin_time + 0.25 * static_cast<double>(i);  // all within one second
    const disk::Contents before = disk.contents();
    auto run = ask_with_disk(given.back().operation(), disk);
    ASSERT_TRUE(run.verdict);
    ASSERT_EQ(run.op().disk_errors.values()[0], 0);
    const disk::Contents now = disk.contents();
    for (const auto& [name, bytes] : before)
      ASSERT_TRUE(
          holds(run.op(), now.count(name) == 1 && now.at(name) == bytes,
                fmt::format("a restart within the same second changes {}: choose a name that the disk does not "
                            "have, list() knows them",
                            name)));
    for (const auto& [name, bytes] : event_files(now)) names.emplace(name, i);
    ASSERT_TRUE(holds(run.op(), names.size() == i + 1,
                      fmt::format("{} starts have written {} event files", i + 1, names.size())));
  }
  for (const auto& [name, i] : names)
    EXPECT_TRUE(has_scalars(given[i].operation(), read_event_file(disk.contents()[name]), given[i]));
}

/// The number of scalar records in a crash state. -1: a file is not readable.
std::ptrdiff_t scalars_left(const disk::CrashState& state) {
  std::ptrdiff_t left = 0;
  for (const auto& [name, bytes] : state.files) {
    if (!name.starts_with("events.out.tfevents.")) continue;
    const ReadEventFile file = read_event_file(bytes);
    if (!file.faults.empty()) return -1;
    left += static_cast<std::ptrdiff_t>(file.scalars.size());
  }
  return left;
}

TEST(EventFile, ACrashLeavesAllThatWasFlushed) {
  GivenFile given = any_file(6);
  for (GivenScalar& one : given.scalars) one.then_flush = false;
  given.scalars[1].then_flush = given.scalars[4].then_flush = true;
  disk::JournalDisk disk;
  auto run = ask_with_disk(given.operation(), disk);
  ASSERT_TRUE(run.verdict);
  ASSERT_EQ(run.op().disk_errors.values()[0], 0);
  const auto judged = disk::judge(disk.journal(), [](const disk::CrashState& state) -> std::string {
    constexpr std::ptrdiff_t promised[] = {0, 2, 5};
    const std::ptrdiff_t left = scalars_left(state);
    if (left < 0) return "a record that is not the last one is damaged";
    const std::ptrdiff_t least = promised[std::min<std::size_t>(state.returned, 2)];
    if (left >= least) return "";
    return fmt::format(
        "{} scalars are left of {} that flush() has returned for: fsync() makes the data safe, "
        "fsync_folder() the file's name",
        left, least);
  });
  EXPECT_TRUE(holds(run.op(), judged,
                    judged.smallest ? fmt::format("{} of {} crash states are bad. The smallest: a crash {}",
                                                  judged.bad, judged.explored.states, judged.smallest->sentence())
                                    : ""));
  EXPECT_TRUE(holds(run.op(), event_files(disk.contents()).size() == 1, "there is not one event file"));
}

/// A disk that can create files, but has no space for their content.
class FullDisk : public disk::JournalDisk {
 public:
  void write(int, const void*, std::size_t) override {
    throw disk::DiskError("write", "", ENOSPC, "No space left on device");
  }
};

TEST(EventFile, AFullDiskIsAnError) {
  GivenFile given = any_file(3);
  FullDisk disk;
  auto run = ask_with_disk(given.operation(), disk);
  ASSERT_TRUE(run.verdict);
  EXPECT_TRUE(holds(run.op(), run.op().disk_errors.values()[0] > 0,
                    "the disk is full, and no call threw DiskError: let it pass through, or the curves end unseen"));
}

}  // namespace
}  // namespace gridmark::lab5
