#include "emulation/driver/children.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emulation/driver/temporary_files.h"

namespace gridmark::driver {
namespace {

TEST(Children, ReportExitCodesAndSignals) {
  Children children;
  children.start({"false"}, {});
  EXPECT_EQ(children.wait().exit_code, 1);
  const pid_t sleeper = children.start({"sleep", "100"}, {});
  kill(sleeper, SIGKILL);
  const Children::Ended ended = children.wait();
  EXPECT_EQ(ended.pid, sleeper);
  EXPECT_EQ(ended.exit_code, 128 + SIGKILL);
}

TEST(Children, WriteWhereTheyAreTold) {
  Children children;
  const UnnamedFile output;
  children.start({"echo", "hello; $HOME"}, {-1, output.descriptor(), -1});
  children.wait();
  EXPECT_EQ(output.read(), "hello; $HOME\n");  // no shell has expanded it
}

TEST(Children, AreEndedWhenWeAreToldToStop) {
  pid_t child = 0;
  {
    Children children;
    child = children.start({"sleep", "100"}, {});
    raise(SIGTERM);
    try {
      children.wait();
      FAIL() << "wait() returned";
    } catch (const Interrupted& told) {
      EXPECT_EQ(told.signal, SIGTERM);
    }
  }
  EXPECT_EQ(kill(child, 0), -1);
}

TEST(Children, OneThatIsEndedIsNotWaitedFor) {
  Children children;
  const pid_t ended = children.start({"sleep", "100"}, {});
  const pid_t other = children.start({"true"}, {});
  children.end(ended);
  EXPECT_EQ(kill(ended, 0), -1);
  EXPECT_EQ(children.wait().pid, other);
}

TEST(Children, AProgramThatIsNotThereCannotBeRun) {
  Children children;
  EXPECT_THROW(children.start({"/no/such/compiler"}, {}), CannotRun);
}

TEST(TemporaryFiles, AreGoneAfterUse) {
  std::filesystem::path folder;
  {
    const TemporaryFolder made;
    folder = made.path();
    EXPECT_TRUE(std::filesystem::is_directory(folder));
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST(TemporaryFiles, AreReadBackFromTheirBeginning) {
  UnnamedFile file;
  file.write("a long text");
  file.write("short");
  char byte = 0;
  ASSERT_EQ(read(file.descriptor(), &byte, 1), 1);
  EXPECT_EQ(byte, 's');
  EXPECT_EQ(file.read(), "short");
}

}  // namespace
}  // namespace gridmark::driver
