#include "labkit/disk/crash_picture.h"

#include <gmock/gmock.h>

#include <set>

#include "base/crash_text.h"
#include "tests/disk/journals.h"

namespace gridmark::disk {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

std::vector<std::string> drawn(const Writer& writer) {
  return crash_text(judged(writer).smallest->picture, 80);
}

TEST(CrashPicture, WithoutFsyncTheNameIsSafeAndTheDataIsNot) {
  EXPECT_THAT(
      drawn(no_fsync),
      ElementsAre("    1  on the disk  create tmp", "    2  lost         write 4 bytes to tmp in 2 calls",
                  "    4  on the disk  rename tmp to ckpt", "       crash        0 saves had returned", "",
                  "ckpt  [..........]  0 of 4 bytes"));
}

TEST(CrashPicture, AnFsyncAfterTheRenameIsTooLate) {
  EXPECT_THAT(drawn(fsync_after_rename),
              testing::Contains("    2  lost         write 4 bytes to tmp in 2 calls"));
}

TEST(CrashPicture, WithoutFsyncFolderTheNameIsLostAndTheEarlierFileIsBack) {
  EXPECT_THAT(
      drawn(no_folder_fsync),
      ElementsAre("    1  lost         create tmp", "    2  lost         write 4 bytes to tmp in 2 calls",
                  "    4               fsync tmp", "    5  lost         rename tmp to ckpt",
                  "    6               returned", "       crash        1 save had returned", "",
                  "ckpt  [##########]  the earlier file, 3 bytes"));
}

TEST(CrashPicture, AWriterInPlaceHasEmptiedTheFile) {
  EXPECT_THAT(drawn(in_place),
              ElementsAre("    1  on the disk  create ckpt", "       crash        0 saves had returned", "",
                          "ckpt  [..........]  empty"));
}

TEST(CrashPicture, AnOldFileThatIsRemovedFirstIsGone) {
  EXPECT_THAT(
      drawn(old_removed_first),
      ElementsAre("    1  on the disk  create tmp", "    2  on the disk  write 4 bytes to tmp in 2 calls",
                  "    4               fsync tmp", "    5  on the disk  remove ckpt",
                  "       crash        0 saves had returned", "", "ckpt  [..........]  not on the disk",
                  "tmp   [##########]  all 4 bytes"));
}

/// The picture of the first state for which `wanted` is true.
template <class Wanted>
CrashPicture picture_of(const Journal& journal, Wanted wanted) {
  std::optional<CrashPicture> found;
  for_each_crash_state(journal, usual_limit, [&](const CrashState& state) {
    if (!found && wanted(state)) found = crash_picture(journal, state, "bad");
  });
  EXPECT_TRUE(found) << "there is no such state";
  return found.value_or(CrashPicture{});
}

TEST(CrashPicture, HalfOfTheDataCutsAWriteInTwo) {
  JournalDisk disk(Contents{{"ckpt", "OLD"}});
  no_fsync(disk);
  const CrashPicture picture = picture_of(disk.journal(), [](const CrashState& state) {
    const auto file = state.files.find("ckpt");
    return file != state.files.end() && file->second == "NE";
  });
  EXPECT_EQ(picture.calls.at(1), (CrashCall{"write 2 bytes to tmp", 2, CrashCall::Fate::kept}));
  EXPECT_EQ(picture.calls.at(2), (CrashCall{"write 2 bytes to tmp", 3, CrashCall::Fate::lost}));
  JournalDisk one;
  one.write(one.create("a"), "abcde", 5);
  const CrashPicture half = picture_of(one.journal(), [](const CrashState& state) {
    return state.files.count("a") > 0 && state.files.at("a") == "ab";
  });
  EXPECT_EQ(half.calls.at(1).fate, CrashCall::Fate::partial);
  EXPECT_THAT(half.files, ElementsAre(CrashFile{"a", CrashFile::Kind::torn, 2, 5}));
}

TEST(CrashPicture, AnEarlierSaveIsReplacedAndNotLost) {
  JournalDisk disk;
  right(disk);
  right(disk);
  const CrashPicture picture =
      picture_of(disk.journal(), [](const CrashState& state) { return state.operations == 12; });
  EXPECT_EQ(picture.calls.at(1),
            (CrashCall{"write 4 bytes to tmp in 2 calls", 2, CrashCall::Fate::replaced}));
  EXPECT_EQ(picture.calls.at(6), (CrashCall{"write 4 bytes to tmp in 2 calls", 8, CrashCall::Fate::kept}));
}

TEST(CrashPicture, BytesThatASafeTruncationTookAreReplaced) {
  JournalDisk disk(Contents{{"ckpt", "OLD"}});
  in_place(disk);
  in_place(disk);
  const CrashPicture picture =
      picture_of(disk.journal(), [](const CrashState& state) { return state.operations == 8; });
  EXPECT_EQ(picture.calls.at(1).fate, CrashCall::Fate::replaced);
  EXPECT_EQ(picture.calls.at(4).fate, CrashCall::Fate::kept);
}

TEST(CrashPicture, RanksAreNamedWhereSeveralCall) {
  Journal journal{{}, {{Kind::create, 0, 0, "a", "", "", 0}, {Kind::create, 1, 1, "b", "", "", 0}}};
  const CrashPicture picture =
      picture_of(journal, [](const CrashState& state) { return state.files.size() == 2; });
  EXPECT_EQ(picture.calls.at(1).words, "rank 1: create b");
}

TEST(CrashPicture, StaysWithinItsBounds) {
  JournalDisk disk;
  for (int i = 0; i < 40; ++i) disk.create(std::string(254, '\xff') + static_cast<char>('0' + i));
  const CrashPicture picture =
      picture_of(disk.journal(), [](const CrashState& state) { return state.operations == 40; });
  EXPECT_THAT(picture.calls, SizeIs(most_crash_calls));
  EXPECT_EQ(picture.earlier, 40 - static_cast<std::int64_t>(most_crash_calls));
  EXPECT_THAT(picture.files, SizeIs(most_crash_files));
  EXPECT_EQ(picture.more_files, 40 - static_cast<std::int64_t>(most_crash_files));
  for (const CrashCall& call : picture.calls) EXPECT_LE(call.words.size(), longest_crash_words);
  for (const CrashFile& file : picture.files) EXPECT_LE(file.name.size(), longest_crash_words);
}

/// The fate of call `i`, counted from 0, in a picture that shows all calls.
CrashCall::Fate fate_of(const CrashPicture& picture, std::size_t i) {
  CrashCall::Fate fate = CrashCall::Fate::none;
  for (const CrashCall& call : picture.calls)
    if (call.number <= static_cast<std::int64_t>(i) + 1) fate = call.fate;
  return fate;
}

/// A disk on which lost calls do nothing, and a cut write is complete.
class Believer {
 public:
  explicit Believer(const Contents& before) {
    for (const auto& [name, bytes] : before) seen_[name] = left_[name] = add(bytes);
  }

  void carry_out(const Operation& operation, CrashCall::Fate fate) {
    const bool survives = fate != CrashCall::Fate::lost;
    if (operation.kind == Kind::create) create(operation, survives);
    if (operation.kind == Kind::write && survives) bytes_[opened_[operation.file]] += operation.data;
    if (fate == CrashCall::Fate::partial) cut_.insert(opened_[operation.file]);
    if (operation.kind != Kind::rename && operation.kind != Kind::remove) return;
    const NameChange changed{operation.name, operation.to, seen_.at(operation.name)};
    change(seen_, changed);
    if (survives) change(left_, changed);
  }

  /// Whether a crash left these files.
  testing::AssertionResult leaves(const std::map<std::string, std::string_view>& files) {
    if (files.size() != left_.size()) return testing::AssertionFailure() << left_.size() << " files";
    for (const auto& [name, bytes] : files) {
      if (left_.count(name) == 0) return testing::AssertionFailure() << "no " << name;
      const std::string& ours = bytes_[left_[name]];
      const bool is_cut = cut_.count(left_[name]) > 0;
      if (is_cut ? bytes.size() < ours.size() && ours.starts_with(bytes) : ours == bytes) continue;
      return testing::AssertionFailure() << name << " has " << ours << ", not " << bytes;
    }
    return testing::AssertionSuccess();
  }

 private:
  int add(const std::string& bytes) {
    bytes_[files_] = bytes;
    return files_++;
  }

  void create(const Operation& operation, bool survives) {
    const bool is_new = seen_.count(operation.name) == 0;
    if (is_new) seen_[operation.name] = add("");
    const int file = opened_[operation.file] = seen_[operation.name];
    if (is_new && survives) left_[operation.name] = file;
    if (!is_new && survives) bytes_[file].clear();
  }

  int files_ = 0;
  Names seen_, left_;
  std::map<int, int> opened_;
  std::map<int, std::string> bytes_;
  std::set<int> cut_;
};

TEST(CrashPicture, OfAThousandRandomJournalsHasTheFatesThatExplainTheFiles) {
  std::mt19937 random(20261128);
  std::map<CrashCall::Fate, int> fates;
  for (int i = 0; i < 1000; ++i) {
    const Journal journal = random_journal(random);
    for_each_crash_state(journal, usual_limit, [&](const CrashState& state) {
      const CrashPicture picture = crash_picture(journal, state, "");
      Believer disk(journal.before);
      for (std::size_t call = 0; call < state.operations; ++call) {
        if (!changes_disk(journal.operations[call])) continue;
        disk.carry_out(journal.operations[call], fate_of(picture, call));
        ++fates[fate_of(picture, call)];
      }
      EXPECT_TRUE(disk.leaves(state.files)) << moment_in_words(journal, state) << ": " << in_words(journal);
      for (const CrashFile& file : picture.files) {
        const auto left = state.files.find(file.name);
        const bool is_there = left != state.files.end();
        EXPECT_EQ(file.kind != CrashFile::Kind::missing, is_there) << in_words(journal);
        EXPECT_EQ(file.bytes, is_there ? static_cast<std::int64_t>(left->second.size()) : 0);
      }
    });
  }
  EXPECT_THAT(fates, SizeIs(5)) << "some fate never came";
}

}  // namespace
}  // namespace gridmark::disk
