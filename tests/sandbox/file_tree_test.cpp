// Counting what a command leaves, while it goes on.
#include "grader/sandbox/file_tree.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

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

// A compiler's temporary files come and go; that is not "too many files".
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

}  // namespace
}  // namespace gridmark::sandbox
