#include "labkit/starter/tree.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "labkit/starter/difference.h"

namespace gridmark::starter {
namespace {
namespace fs = std::filesystem;

class TreeOnDisk : public testing::Test {
 protected:
  TreeOnDisk() {
    std::string name = (fs::temp_directory_path() / "starter-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~TreeOnDisk() override { fs::remove_all(folder_); }

  fs::path folder_;
};

TEST_F(TreeOnDisk, WhatIsWrittenIsReadBack) {
  const Tree tree{{"a b.cu", "one\n"}, {"deep/er/c", std::string("\0\xff", 2)}, {"empty", ""}};
  ASSERT_TRUE(write_tree(tree, folder_));
  EXPECT_EQ(*read_tree(folder_), tree);
}

TEST_F(TreeOnDisk, AFileThatIsRightKeepsItsTime) {
  const Tree tree{{"a", "one"}};
  ASSERT_TRUE(write_tree(tree, folder_));
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
  fs::last_write_time(folder_ / "a", long_ago);
  ASSERT_TRUE(write_tree(tree, folder_));
  EXPECT_EQ(fs::last_write_time(folder_ / "a"), long_ago);
}

TEST_F(TreeOnDisk, OtherFilesAreLeftAlone) {
  ASSERT_TRUE(write_tree({{"theirs", "x"}}, folder_));
  ASSERT_TRUE(write_tree({{"ours", "y"}}, folder_));
  EXPECT_EQ(read_tree(folder_)->size(), 2u);
}

TEST_F(TreeOnDisk, ALinkIsRefusedByName) {
  fs::create_symlink("/etc/hostname", folder_ / "link.cu");
  const auto tree = read_tree(folder_);
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error(), (folder_ / "link.cu").string() + ": neither a file nor a folder");
}

TEST_F(TreeOnDisk, AFolderInTheWayIsAnErrorThatNamesIt) {
  fs::create_directories(folder_ / "a");
  const auto written = write_tree({{"a", "text"}}, folder_);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error(), (folder_ / "a").string() + ": cannot be written");
}

TEST(MissingFolder, IsAnEmptyTree) { EXPECT_TRUE(read_tree("/no/such/folder")->empty()); }

TEST(Difference, EqualTreesHaveNone) { EXPECT_EQ(difference(Tree{{"a", "x\n"}}, Tree{{"a", "x\n"}}), ""); }

TEST(Difference, ShowsChangedLinesWithThreeLinesAround) {
  EXPECT_EQ(difference("f", "1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nfive\n6\n7\n8\n"),
            "--- f (as it is)\n"
            "+++ f (as it should be)\n"
            "@@ line 2 -> 2 @@\n"
            " 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(Difference, ChangesFarApartAreTwoGroups) {
  const std::string middle = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  const std::string text = difference("f", "a\n" + middle + "b\n", middle + "c\n");
  EXPECT_NE(text.find("@@ line 1 -> 1 @@\n-a\n 1\n 2\n 3\n@@ line 8 -> 7 @@\n 7\n 8\n 9\n-b\n+c\n"),
            text.npos)
      << text;
}

TEST(Difference, AMissingNewlineAtTheEndCounts) {
  EXPECT_NE(difference("f", "x\n", "x").find("newline at the end differs"), std::string::npos);
}

TEST(Difference, NamesFilesThatOnlyOneTreeHas) {
  const std::string text = difference(Tree{{"extra", "x\n"}}, Tree{{"lost", "y\n"}});
  EXPECT_NE(text.find("extra: not made from the solution"), text.npos) << text;
  EXPECT_NE(text.find("lost: missing"), text.npos) << text;
  EXPECT_NE(text.find("-x\n"), text.npos) << text;
  EXPECT_NE(text.find("+y\n"), text.npos) << text;
}

}  // namespace
}  // namespace gridmark::starter
