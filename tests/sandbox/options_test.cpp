#include "grader/sandbox/options.h"

#include <gtest/gtest.h>

namespace gridmark::sandbox {
namespace {

std::string complaint_about(const std::vector<std::string>& arguments) {
  try {
    parse_options(arguments);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(SandboxOptions, EveryOptionIsRead) {
  const Options options = parse_options({"--mode",
                                         "none",
                                         "--report-fd",
                                         "5",
                                         "--wall-seconds",
                                         "1.5",
                                         "--memory-mib",
                                         "64",
                                         "--read",
                                         "/a:b:/c",
                                         "--keep-fd",
                                         "7",
                                         "--export",
                                         "/box/x:/host:name:10",
                                         "--env",
                                         "A=B=C",
                                         "--trust",
                                         "--",
                                         "/bin/x",
                                         "--",
                                         "-y"});
  EXPECT_EQ(options.mode, Mode::none);
  EXPECT_EQ(options.report_fd, 5);
  EXPECT_EQ(options.wall_seconds, 1.5);
  EXPECT_EQ(options.memory_mib, 64);
  EXPECT_EQ(options.read.at(0).host, "/a:b");
  EXPECT_EQ(options.read.at(0).inside, "/c");
  EXPECT_EQ(options.keep_fds, std::vector<int>{7});
  EXPECT_EQ(options.exports.at(0).host, "/host:name");
  EXPECT_EQ(options.exports.at(0).max_bytes, 10);
  EXPECT_TRUE(options.trust);
  EXPECT_EQ(options.command, (std::vector<std::string>{"/bin/x", "--", "-y"}));
}

TEST(SandboxOptions, EachMistakeIsNamed) {
  EXPECT_NE(complaint_about({"--moed", "none", "--", "x"}).find("--moed"), std::string::npos);
  EXPECT_NE(complaint_about({"--mode", "landlok", "--", "x"}).find("landlok"), std::string::npos);
  EXPECT_NE(complaint_about({"--wall-seconds", "0", "--", "x"}).find("above 0"), std::string::npos);
  EXPECT_NE(complaint_about({"--wall-seconds", "nan", "--", "x"}).find("nan"), std::string::npos);
  EXPECT_NE(complaint_about({"--memory-mib", "1e3", "--", "x"}).find("1e3"), std::string::npos);
  EXPECT_NE(complaint_about({"--memory-mib", "-1", "--", "x"}).find("-1"), std::string::npos);
  EXPECT_NE(complaint_about({"--read", "/a:b", "--", "x"}).find("HOST:/INSIDE"), std::string::npos);
  EXPECT_NE(complaint_about({"--export", "/a:5", "--", "x"}).find("MAXBYTES"), std::string::npos);
  EXPECT_NE(complaint_about({"--keep-fd", "2", "--", "x"}).find("from 3"), std::string::npos);
  EXPECT_NE(complaint_about({"--env", "=x", "--", "x"}).find("NAME=VALUE"), std::string::npos);
  EXPECT_NE(complaint_about({"--mode"}).find("wants a value"), std::string::npos);
  EXPECT_NE(complaint_about({"--trust", "--"}).find("no command"), std::string::npos);
}

TEST(SandboxOptions, TheStubGetsTheLimitsButNoNameOfTheHost) {
  Options options =
      parse_options({"--cpu-seconds", "2.5", "--processes", "9", "--read", "/secret/a:/a", "--export",
                     "/box/x:/secret/x:10", "--env", "A=B", "--work", "3", "--", "/bin/x"});
  options.channel_fd = 8;
  options.memory_by_watchdog = true;
  const std::vector<std::string> words = stub_arguments(options);
  for (const std::string& word : words) EXPECT_EQ(word.find("secret"), std::string::npos) << word;
  const Options read = parse_options(words);
  EXPECT_EQ(read.cpu_seconds, 2.5);
  EXPECT_EQ(read.processes, 9);
  EXPECT_EQ(read.exports.at(0).inside, "/box/x");
  EXPECT_EQ(read.environment, options.environment);
  EXPECT_EQ(read.work_mib, 3);
  EXPECT_EQ(read.channel_fd, 8);
  EXPECT_TRUE(read.memory_by_watchdog);
  EXPECT_EQ(read.command, options.command);
}

}  // namespace
}  // namespace gridmark::sandbox
