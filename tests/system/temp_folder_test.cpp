#include "grader/system/temp_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <utility>

namespace gridmark {
namespace {

namespace fs = std::filesystem;

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

}  // namespace
}  // namespace gridmark
