// Device nodes of the machine: none unless requested. A node of the test replaces a GPU.
#include "grader/sandbox/devices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <fstream>

#include "grader/system/temp_folder.h"
#include "tests/sandbox/launcher.h"

namespace gridmark::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

TEST(NvidiaNodes, GpusAndWhatTheyShareAreTakenAndNothingElse) {
  const system::TempFolder dev = system::TempFolder::make().value();
  fs::create_directory(dev.path() / "nvidia-caps");
  for (const char* name : {"nvidia0", "nvidia12", "nvidiactl", "nvidia-uvm", "nvidia-modeset",
                           "nvidia-secret", "nvidiaX", "nvme0", "null", "nvidia-caps/nvidia-cap1"})
    std::ofstream(dev.path() / name) << "";
  std::vector<std::string> names;
  for (const fs::path path : sandbox::nvidia_nodes(dev.path()))
    names.push_back(path.lexically_relative(dev.path()));
  EXPECT_THAT(names, ElementsAre("nvidia-caps/nvidia-cap1", "nvidia-modeset", "nvidia-uvm", "nvidia0",
                                 "nvidia12", "nvidiactl"));
}

class DeviceNode : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    fs::permissions(folder_.path(), fs::perms(0755));
    constexpr unsigned memory_devices = 1, zero = 5;
    if (mknod(node().c_str(), S_IFCHR | 0666, makedev(memory_devices, zero)) != 0)
      GTEST_SKIP() << "only root can make a device node";
    chmod(node().c_str(), 0666);
  }
  std::string node() const { return folder_.path() / "gpu0"; }
  RunReport read_it(std::vector<std::string> options) const {
    options.insert(options.end(), {"--mode", GetParam()});
    return must_launch(shell("head -c 4 " + node() + " | wc -c; ls -d /sys/class", options));
  }

  system::TempFolder folder_ = system::TempFolder::make().value();
};

TEST_P(DeviceNode, OneThatWasAskedForWorksAndTheMachinesHardwareCanBeLookedUp) {
  const RunReport report = read_it({"--device", node()});
  EXPECT_EQ(report.output_head, "4\n/sys/class\n");
}

TEST_P(DeviceNode, WithoutBeingAskedForItStaysClosed) {
  const RunReport report = read_it({});
  EXPECT_THAT(report.output_head, testing::HasSubstr("0\n"));
}

TEST_P(DeviceNode, MemoryFilesAreAllowedUnderTheWatchdog) {
  const auto exit_code = [&](std::vector<std::string> options) {
    options.insert(options.end(), {"--mode", GetParam(), "--control", "watchdog"});
    return must_launch(hostile_run({"make_memfd"}, options)).exit_code;
  };
  EXPECT_EQ(exit_code({"--device", node()}), 0);
  EXPECT_NE(exit_code({}), 0);
}

INSTANTIATE_TEST_SUITE_P(Modes, DeviceNode, testing::Values("bubblewrap", "landlock"));

TEST(Devices, WhatIsMissingOrNoDeviceNodeIsNamed) {
  const auto message = [](const std::string& option, const std::string& value) {
    const auto report = launch(shell("true", {option, value}));
    return report ? "it ran" : report.error().message;
  };
  EXPECT_THAT(message("--device", "/dev/no-such-device"),
              testing::HasSubstr("/dev/no-such-device is not a device node"));
  EXPECT_THAT(message("--device", "/etc/passwd"), testing::HasSubstr("/etc/passwd is not a device node"));
  if (sandbox::nvidia_nodes().empty()) {
    EXPECT_THAT(message("--devices", "nvidia"), testing::HasSubstr("there is no device node /dev/nvidia*"));
  }
}

}  // namespace
}  // namespace gridmark::test
