#include "grader/system/temp_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

namespace gridmark::system {
namespace {

namespace fs = std::filesystem;

std::ptrdiff_t entries_of(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

TEST(TempFolder, ItIsClosedToOthersAndRemovedWithItsContents) {
  fs::path path;
  {
    const TempFolder folder = TempFolder::make().value();
    path = folder.path();
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
    fs::create_directories(path / "a" / "b");
    std::ofstream(path / "a" / "b" / "file") << "text";
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TempFolder, ElsewhereItIsClosedAndUnguessableToo) {
  const TempFolder parent = TempFolder::make().value();
  const TempFolder first = TempFolder::make_in(parent.path()).value();
  const TempFolder second = TempFolder::make_in(parent.path()).value();
  EXPECT_EQ(first.path().parent_path(), parent.path());
  EXPECT_NE(first.path(), second.path());
  EXPECT_EQ(fs::status(first.path()).permissions(), fs::perms::owner_all);
  EXPECT_FALSE(TempFolder::make_in(parent.path() / "nowhere"));
}

TEST(TempFolder, AMovedFolderIsRemovedOnce) {
  TempFolder first = TempFolder::make().value();
  const fs::path path = first.path();
  {
    const TempFolder second = std::move(first);
    EXPECT_TRUE(fs::exists(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TempFolder, AnUnusableTmpdirFallsBackToTmp) {
  setenv("TMPDIR", "/no/such/folder", 1);
  const auto folder = TempFolder::make();
  unsetenv("TMPDIR");
  ASSERT_TRUE(folder);
  EXPECT_EQ(folder->path().parent_path(), "/tmp");
}

TEST(TempFolder, WhatAKilledProcessLeftIsSweptAndWhatIsInUseStays) {
  const TempFolder parent = TempFolder::make().value();
  setenv("TMPDIR", parent.path().c_str(), 1);
  const TempFolder in_use = TempFolder::make().value();
  const pid_t killed = fork();
  if (killed == 0) {
    const TempFolder left = TempFolder::make().value();
    std::ofstream(left.path() / "file") << "text";
    kill(getpid(), SIGKILL);
  }
  unsetenv("TMPDIR");
  waitpid(killed, nullptr, 0);
  fs::create_directory(parent.path() / "gridmark-temporary-of-others");  // open to all, so not one of ours
  EXPECT_EQ(entries_of(parent.path()), 3);
  sweep_temp_folders(parent.path());
  EXPECT_EQ(entries_of(parent.path()), 2);
  EXPECT_TRUE(fs::exists(in_use.path()));
}

}  // namespace
}  // namespace gridmark::system
