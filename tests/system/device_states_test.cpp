// Files in which programs publish their devices' states, some of them hostile.
#include "grader/system/device_states.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>

#include "base/published_folder.h"

namespace gridmark::system {
namespace {

namespace fs = std::filesystem;

std::string published_bytes(const DeviceStates& states) {
  return {reinterpret_cast<const char*>(&states), sizeof states};
}

DeviceStates own_states() {
  DeviceStates states;
  states.process = getpid();
  states.process_start = start_of_process(getpid());
  std::strcpy(states.program.data(), "./train");
  return states;
}

/// Sets XDG_RUNTIME_DIR to a new folder.
class PublishedStates : public testing::Test {
 protected:
  PublishedStates() {
    char name[] = "/tmp/gridmark-states.XXXXXX";
    root_ = mkdtemp(name);
    setenv("XDG_RUNTIME_DIR", root_.c_str(), 1);
    fs::create_directory(root_ / "gridmark");
    fs::permissions(root_ / "gridmark", fs::perms::owner_all);
  }
  ~PublishedStates() override {
    unsetenv("XDG_RUNTIME_DIR");
    fs::remove_all(root_);
  }
  fs::path file(const std::string& name) const { return root_ / "gridmark" / name; }
  fs::path own_file() const { return file(state_file_name(getpid())); }
  static void write(const fs::path& path, const std::string& bytes) { std::ofstream(path) << bytes; }

  fs::path root_;
};

TEST_F(PublishedStates, OfARunningProgramAreRead) {
  write(own_file(), published_bytes(own_states()));
  const auto running = running_device_states();
  ASSERT_EQ(running.size(), 1u);
  EXPECT_STREQ(running[0].program.data(), "./train");
}

TEST_F(PublishedStates, OfAProcessThatHasEndedAreRemoved) {
  DeviceStates states = own_states();
  states.process_start += 1;  // another process had this number
  write(own_file(), published_bytes(states));
  write(file("999999999.state"), "");
  write(file("999999999.state.new"), "");
  EXPECT_TRUE(running_device_states().empty());
  EXPECT_TRUE(fs::is_empty(root_ / "gridmark"));
}

TEST_F(PublishedStates, OtherFilesStay) {
  for (const char* name : {"notes.txt", "12.state.old", "-1.state", "0.state", "12.states", ".state"})
    write(file(name), "mine");
  EXPECT_TRUE(running_device_states().empty());
  EXPECT_EQ(std::distance(fs::directory_iterator(root_ / "gridmark"), {}), 6);
}

TEST_F(PublishedStates, LinksPipesAndOversizedFilesArePassedOver) {
  write(file("target"), published_bytes(own_states()));
  fs::create_symlink(file("target"), own_file());
  EXPECT_TRUE(running_device_states().empty());
  fs::remove(own_file());
  ASSERT_EQ(mkfifo(own_file().c_str(), 0600), 0);
  EXPECT_TRUE(running_device_states().empty());  // and must not wait for a writer
  fs::remove(own_file());
  write(own_file(), published_bytes(own_states()) + "x");
  EXPECT_TRUE(running_device_states().empty());
  write(own_file(), published_bytes(own_states()).substr(1));
  EXPECT_TRUE(running_device_states().empty());
}

TEST_F(PublishedStates, AnOpenFolderIsNotTrusted) {
  write(own_file(), published_bytes(own_states()));
  fs::permissions(root_ / "gridmark", fs::perms::owner_all | fs::perms::others_write);
  EXPECT_TRUE(running_device_states().empty());
  EXPECT_TRUE(fs::exists(own_file()));
}

TEST(DeviceStatesFile, NumbersOutOfRangeAreRefused) {
  const auto refused = [](const auto& change) {
    DeviceStates states = own_states();
    change(states);
    return !parse_device_states(published_bytes(states));
  };
  EXPECT_FALSE(refused([](DeviceStates&) {}));
  EXPECT_TRUE(refused([](DeviceStates& s) { s.mark[0] = 'x'; }));
  EXPECT_TRUE(refused([](DeviceStates& s) { s.devices = 17; }));
  EXPECT_TRUE(refused([](DeviceStates& s) { s.process = -1; }));
  EXPECT_TRUE(refused([](DeviceStates& s) { s.seconds = std::nan(""); }));
  EXPECT_TRUE(refused([](DeviceStates& s) { s.program.fill('a'); }));
  EXPECT_TRUE(refused([](DeviceStates& s) { s.device[3].watts = std::numeric_limits<double>::infinity(); }));
  EXPECT_TRUE(refused([](DeviceStates& s) { s.device[0].gpu_share = -0.1; }));
  EXPECT_TRUE(refused([](DeviceStates& s) { s.device[0].memory_used = s.device[0].memory_total + 1; }));
}

TEST(DeviceStatesFile, ANameCannotSteerATerminal) {
  DeviceStates states = own_states();
  std::strcpy(states.program.data(), "\x1b[2J\n");
  EXPECT_STREQ(parse_device_states(published_bytes(states))->program.data(), "?[2J?");
}

TEST(WatchedProgram, ItsExitCodeIsTheShells) {
  EXPECT_EQ(watch_program({"sh", "-c", "exit 7"})->exit_code, 7);
  EXPECT_EQ(watch_program({"sh", "-c", "kill -TERM $$"})->exit_code, 143);
  EXPECT_FALSE(watch_program({"/no/such/program"}));
}

}  // namespace
}  // namespace gridmark::system
