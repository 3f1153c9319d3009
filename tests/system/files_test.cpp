#include "grader/system/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "grader/system/temp_folder.h"

namespace gridmark::system {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  fs::path path(const char* name) const { return folder_.path() / name; }
  std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
  }
  TempFolder folder_ = TempFolder::make().value();
};

TEST_F(Files, WhatIsWrittenIsRead) {
  const std::string text("bytes \0 and \xff", 14);
  ASSERT_TRUE(write_file_atomically(path("a"), text));
  EXPECT_EQ(read_file(path("a"), 100).value(), text);
  EXPECT_EQ(entries(), 1u);
}

TEST_F(Files, AnOlderFileIsReplacedWhole) {
  ASSERT_TRUE(write_file_atomically(path("a"), std::string(100'000, 'x')));
  ASSERT_TRUE(write_file_atomically(path("a"), "short"));
  EXPECT_EQ(read_file(path("a"), 100).value(), "short");
}

TEST_F(Files, AReaderNeverSeesHalfAFile) {
  const std::string one(300'000, '1'), two(300'000, '2');
  ASSERT_TRUE(write_file_atomically(path("a"), one));
  std::thread writer([&] {
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(write_file_atomically(path("a"), i % 2 == 0 ? two : one));
  });
  for (int i = 0; i < 50; ++i) {
    const std::string seen = read_file(path("a"), 1 << 20).value();
    EXPECT_TRUE(seen == one || seen == two);
  }
  writer.join();
}

TEST_F(Files, TheModeFollowsTheUmask) {
  const mode_t old = umask(027);
  ASSERT_TRUE(write_file_atomically(path("a"), "text"));
  umask(old);
  struct stat info {};
  ASSERT_EQ(stat(path("a").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
}

TEST_F(Files, TargetsThatAreNoRegularFilesAreLeftAlone) {
  fs::create_symlink("/dev/null", path("link"));
  fs::create_directory(path("folder"));
  for (const char* name : {"link", "folder"}) {
    const auto result = write_file_atomically(path(name), "text");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message, "exists and is not a regular file");
    EXPECT_EQ(result.error().where, path(name).string());
  }
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(entries(), 2u);
}

TEST_F(Files, AMissingFolderIsAnErrorWithItsReason) {
  const auto result = write_file_atomically(path("no/such/file"), "text");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "cannot be written: No such file or directory");
}

TEST_F(Files, ReadingSaysWhatIsWrong) {
  ASSERT_TRUE(write_file_atomically(path("ten"), "0123456789"));
  EXPECT_EQ(read_file(path("ten"), 10).value(), "0123456789");
  EXPECT_EQ(read_file(path("ten"), 9).error().message, "is larger than 9 bytes");
  EXPECT_EQ(read_file(path("none"), 9).error().message, "cannot be read: No such file or directory");
  EXPECT_EQ(read_file(folder_.path(), 9).error().message, "is not a regular file");
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_file(path("pipe"), 9).error().message, "is not a regular file");
  EXPECT_EQ(read_file("/dev/zero", 9).error().message, "is not a regular file");
}

}  // namespace
}  // namespace gridmark::system
