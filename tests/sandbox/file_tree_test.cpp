// Counting the files of a command while it still runs.
#include "grader/sandbox/file_tree.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

namespace gridmark::sandbox {
namespace {

namespace fs = std::filesystem;

class FileTree : public testing::Test {
 protected:
  FileTree() {
    std::string name = fs::temp_directory_path() / "gridmark-tree-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~FileTree() override { fs::remove_all(folder_); }
  void write(const fs::path& name) const { std::ofstream(folder_ / name) << "some bytes"; }

  fs::path folder_;
};

TEST_F(FileTree, CountsEntriesUntilThereAreTooMany) {
  fs::create_directories(folder_ / "a" / "b");
  write("a/x");
  write("a/b/y");
  const TreeSize all = measure_tree(folder_, 10), cut = measure_tree(folder_, 2);
  EXPECT_EQ(all.entries, 4);
  EXPECT_GT(all.bytes, 0);
  EXPECT_TRUE(all.complete && !all.disturbed);
  EXPECT_FALSE(cut.complete);
}

TEST_F(FileTree, AFileOfManyNamesTakesRoomOnce) {
  write("file");
  const std::int64_t one = measure_tree(folder_, 10).bytes;
  for (const char* name : {"second", "third"}) fs::create_hard_link(folder_ / "file", folder_ / name);
  const TreeSize size = measure_tree(folder_, 10);
  EXPECT_EQ(size.bytes, one);
  EXPECT_EQ(size.entries, 3);
}

// A compiler's temporary files come and go. That must not be "too many files".
TEST_F(FileTree, WhatGoesWhileItIsCountedDoesNotMatter) {
  for (int i = 0; i < 300; ++i) write(std::to_string(i));
  std::atomic<bool> stop = false;
  std::thread compiler([&] {
    for (int i = 0; !stop; i = (i + 1) % 300)
      fs::remove(folder_ / std::to_string(i)), write(std::to_string(i));
  });
  int disturbed = 0;
  for (int walk = 0; walk < 2000 && disturbed < 3; ++walk) {
    const TreeSize size = measure_tree(folder_, 1000);
    EXPECT_TRUE(size.complete);
    disturbed += size.disturbed;
  }
  stop = true;
  compiler.join();
  EXPECT_GT(disturbed, 0) << "nothing went while it was counted: this test has shown nothing";
}

// ---- Removing.

TEST_F(FileTree, FoldersThatAreClosedToTheirOwnerAreRemoved) {
  fs::create_directories(folder_ / "top" / "closed" / "deep");
  for (const char* closed : {"top/closed/deep", "top/closed", "top"})
    fs::permissions(folder_ / closed, fs::perms::none);
  EXPECT_TRUE(remove_tree(folder_ / "top"));
}

TEST_F(FileTree, AFolderOfAnotherUserStaysButWhatOthersLeftInAnOwnOneGoes) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can make another user's folder";
  constexpr uid_t stranger = 65534;
  const fs::path theirs = folder_ / "theirs", own = folder_ / "own";
  for (const fs::path& made : {theirs, own}) fs::create_directories(made / "below");
  for (const fs::path& given : {theirs, own / "below"})
    ASSERT_EQ(chown(given.c_str(), stranger, stranger), 0);
  EXPECT_FALSE(remove_tree(theirs));
  EXPECT_TRUE(fs::exists(theirs / "below"));
  EXPECT_TRUE(remove_tree(own));
}

/// In the order of their removal.
std::vector<fs::path> many_folders(const fs::path& parent) {
  for (int i = 0; i < 1000; ++i) fs::create_directories(parent / std::to_string(i));
  return {fs::directory_iterator(parent), fs::directory_iterator()};
}

/// Replaces the last folders by links to `target` after the first one is removed. All are listed by then.
/// Returns the number of links.
int swap_for_links(const std::vector<fs::path>& folders, const fs::path& target) {
  while (access(folders.front().c_str(), F_OK) == 0) continue;
  int swapped = 0;
  for (auto last = folders.rbegin(); last != folders.rbegin() + 100; ++last)
    swapped += rmdir(last->c_str()) == 0 && symlink(target.c_str(), last->c_str()) == 0;
  return swapped;
}

TEST_F(FileTree, ALinkThatTakesAFoldersPlaceIsNotFollowed) {
  constexpr auto unlike_a_removed_one = fs::perms(0751);
  const fs::path victim = folder_ / "victim", crowd = folder_ / "crowd";
  fs::create_directory(victim);
  fs::permissions(victim, unlike_a_removed_one);
  int swapped = 0;
  for (int attempt = 0; attempt < 20 && swapped == 0; ++attempt) {
    const std::vector<fs::path> folders = many_folders(crowd);
    std::thread attacker([&] { swapped = swap_for_links(folders, victim); });
    remove_tree(crowd);
    attacker.join();
    fs::remove_all(crowd);
  }
  EXPECT_GT(swapped, 0) << "no folder was swapped in time: this test has shown nothing";
  EXPECT_EQ(fs::status(victim).permissions(), unlike_a_removed_one);
}

}  // namespace
}  // namespace gridmark::sandbox
