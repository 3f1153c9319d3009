// The contract that all three disks must keep.
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "labkit/disk/disk_server.h"
#include "labkit/disk/posix_disk.h"
#include "tests/disk/served_disk.h"

namespace gridmark::disk {
namespace {

namespace fs = std::filesystem;

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = fs::temp_directory_path() / "disk.XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

class DiskContract : public testing::TestWithParam<std::string> {
 protected:
  DiskContract() {
    if (GetParam() == "posix") disk_ = std::make_unique<PosixDisk>(folder_.path());
    if (GetParam() == "journal") disk_ = std::make_unique<JournalDisk>();
    if (GetParam() == "remote") disk_ = served_.connect(0);
    if (GetParam() == "remote") served_.server.start();
  }

  Disk& disk() { return *disk_; }

  void put(const std::string& name, const std::string& bytes) {
    const int file = disk().create(name);
    disk().write(file, bytes.data(), bytes.size());
    disk().close(file);
  }

  /// The code of the error that `call` throws. 0: none.
  static int code_of(const std::function<void()>& call) {
    try {
      call();
    } catch (const DiskError& error) {
      return error.code();
    }
    return 0;
  }

 private:
  TemporaryFolder folder_;
  ServedDisk served_;
  std::unique_ptr<Disk> disk_;
};

INSTANTIATE_TEST_SUITE_P(Disks, DiskContract, testing::Values("posix", "journal", "remote"),
                         [](const auto& disk) { return disk.param; });

TEST_P(DiskContract, ReadsWhatWasWritten) {
  const std::string bytes = std::string("a\0\n", 3) + std::string(3 << 20, 'x');
  put("b", bytes);
  put("a", "");
  EXPECT_EQ(disk().read("b"), bytes);
  EXPECT_EQ(disk().read("a"), "");
  EXPECT_THAT(disk().list(), testing::ElementsAre("a", "b"));
}

TEST_P(DiskContract, WritesThroughAHandleFollowARename) {
  put("ckpt", "old");
  const int file = disk().create("tmp");
  disk().write(file, "ne", 2);
  disk().rename("tmp", "ckpt");
  disk().write(file, "w!", 2);
  disk().fsync(file);
  disk().fsync_folder();
  EXPECT_EQ(disk().read("ckpt"), "new!");
  EXPECT_THAT(disk().list(), testing::ElementsAre("ckpt"));
}

TEST_P(DiskContract, CreateTruncatesAndTwoHandlesAppend) {
  put("a", "old");
  const int first = disk().create("a"), second = disk().create("a");
  disk().write(first, "12", 2);
  disk().write(second, "34", 2);
  disk().write(first, "56", 2);
  EXPECT_EQ(disk().read("a"), "123456");
}

TEST_P(DiskContract, ARemovedFileIsGoneAndItsHandleStaysOpen) {
  const int file = disk().create("a");
  disk().remove("a");
  disk().write(file, "x", 1);
  disk().fsync(file);
  disk().close(file);
  EXPECT_TRUE(disk().list().empty());
  EXPECT_EQ(code_of([&] { disk().read("a"); }), ENOENT);
}

TEST_P(DiskContract, WhatIsMissingIsNamed) {
  EXPECT_EQ(code_of([&] { disk().rename("a", "b"); }), ENOENT);
  EXPECT_EQ(code_of([&] { disk().remove("a"); }), ENOENT);
  EXPECT_EQ(code_of([&] { disk().write(77, "x", 1); }), EBADF);
  EXPECT_EQ(code_of([&] { disk().fsync(-1); }), EBADF);
  const int file = disk().create("a");
  disk().close(file);
  EXPECT_EQ(code_of([&] { disk().close(file); }), EBADF);
  try {
    disk().read("missing");
    FAIL();
  } catch (const DiskError& error) {
    EXPECT_STREQ(error.what(), "read \"missing\": No such file or directory");
    EXPECT_EQ(error.call(), "read");
    EXPECT_EQ(error.name(), "missing");
  }
}

TEST_P(DiskContract, ANameIsOneComponent) {
  put("a", "x");
  for (const std::string& name :
       {std::string(""), std::string("."), std::string(".."), std::string("a/b"), std::string("/etc/passwd"),
        std::string("a\0b", 3), std::string(256, 'n')}) {
    EXPECT_EQ(code_of([&] { disk().create(name); }), EINVAL) << name;
    EXPECT_EQ(code_of([&] { disk().read(name); }), EINVAL) << name;
    EXPECT_EQ(code_of([&] { disk().remove(name); }), EINVAL) << name;
    EXPECT_EQ(code_of([&] { disk().rename("a", name); }), EINVAL) << name;
    EXPECT_EQ(code_of([&] { disk().rename(name, "b"); }), EINVAL) << name;
  }
  put(std::string(255, 'n'), "longest");
  EXPECT_THAT(disk().list(), testing::ElementsAre("a", std::string(255, 'n')));
}

TEST_P(DiskContract, ARenameToItselfChangesNothing) {
  put("a", "x");
  disk().rename("a", "a");
  EXPECT_EQ(disk().read("a"), "x");
}

TEST(PosixDisk, NothingLeadsOutOfTheFolder) {
  const TemporaryFolder inside, outside;
  std::ofstream(outside.path() / "secret") << "secret";
  fs::create_symlink(outside.path() / "secret", inside.path() / "link");
  fs::create_directory(inside.path() / "folder");
  ASSERT_EQ(::mkfifo((inside.path() / "pipe").c_str(), 0600), 0);
  PosixDisk disk(inside.path());
  EXPECT_TRUE(disk.list().empty());
  for (const char* name : {"link", "folder", "pipe"}) {
    EXPECT_THROW(disk.create(name), DiskError) << name;
    EXPECT_THROW(disk.read(name), DiskError) << name;
    EXPECT_THROW(disk.remove(name), DiskError) << name;
    EXPECT_THROW(disk.rename(name, "x"), DiskError) << name;
  }
  EXPECT_EQ(fs::file_size(outside.path() / "secret"), 6u);
}

TEST(PosixDisk, AHandleIsNotAnyDescriptorOfTheProcess) {
  const TemporaryFolder folder;
  PosixDisk disk(folder.path());
  EXPECT_THROW(disk.write(1, "x", 1), DiskError);
  EXPECT_THROW(PosixDisk("/missing/folder"), DiskError);
}

TEST(OpenFromEnvironment, TakesTheNamedFolder) {
  const TemporaryFolder folder;
  ::setenv("GRIDMARK_DISK_FOLDER", folder.path().c_str(), 1);
  open_from_environment()->create("a");
  EXPECT_TRUE(fs::exists(folder.path() / "a"));
  ::unsetenv("GRIDMARK_DISK_FOLDER");
}

TEST(OpenFromEnvironment, ADescriptorThatIsNoSocketIsRefused) {
  for (const char* text : {"", "x", "3x", "-1", "1048577"}) {
    ::setenv("GRIDMARK_DISK_DESCRIPTOR", text, 1);
    EXPECT_THAT([] { open_from_environment(); },
                testing::ThrowsMessage<DiskError>(testing::HasSubstr("expected the number of a descriptor")))
        << text;
  }
  const TemporaryFolder folder;
  const int file = PosixDisk(folder.path()).create("a");
  ::setenv("GRIDMARK_DISK_DESCRIPTOR", std::to_string(file).c_str(), 1);
  EXPECT_THROW(open_from_environment(), DiskError);
  ::unsetenv("GRIDMARK_DISK_DESCRIPTOR");
}

}  // namespace
}  // namespace gridmark::disk
