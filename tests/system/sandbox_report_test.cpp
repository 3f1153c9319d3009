#include "grader/system/sandbox_report.h"

#include <gtest/gtest.h>

namespace gridmark::system {
namespace {

const std::string whole =
    R"({"mode":"bubblewrap","control":"cgroup2","end":"signalled","exit_code":0,"signal":11,"detail":"Segmentation fault",)"
    R"("wall_seconds":0.5,"cpu_seconds":0.25,"peak_bytes":4096,"output_bytes":3,"output_head":"abc",)"
    R"("output_tail":"","survivors":2,"exported":["/box/worker"]})";

std::string with(const std::string& from, const std::string& to) {
  std::string text = whole;
  return text.replace(text.find(from), from.size(), to);
}

TEST(RunReport, EveryFieldIsRead) {
  const RunReport report = parse_run_report(whole + "\n").value();
  EXPECT_EQ(report.mode, "bubblewrap");
  EXPECT_EQ(report.end, RunReport::End::signalled);
  EXPECT_EQ(report.signal, 11);
  EXPECT_EQ(report.detail, "Segmentation fault");
  EXPECT_EQ(report.wall_seconds, 0.5);
  EXPECT_EQ(report.cpu_seconds, 0.25);
  EXPECT_EQ(report.peak_bytes, 4096);
  EXPECT_EQ(report.output_head, "abc");
  EXPECT_EQ(report.survivors, 2);
  EXPECT_EQ(report.exported, std::vector<std::string>{"/box/worker"});
}

TEST(RunReport, TheSandboxesOwnFailureIsAnErrorWithItsWords) {
  const auto report = parse_run_report(with("signalled", "internal"));
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().source, Error::Source::sandbox);
  EXPECT_EQ(report.error().message, "Segmentation fault");
}

TEST(RunReport, AFailureWithoutWordsIsAnErrorWithWords) {
  const auto report = parse_run_report(R"({"end": "internal", "detail": ""})");
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().message, "it could not run the command and did not say why");
}

TEST(RunReport, WhatIsNoReportIsAnErrorNotACrash) {
  const std::vector<std::string> broken{"",
                                        "{",
                                        "[]",
                                        "null",
                                        "\xff\xfe",
                                        std::string(100, '['),
                                        R"({"end":"exited"})",
                                        R"({"end":7})",
                                        with("signalled", "vanished"),
                                        with("\"abc\"", "7"),
                                        with("[\"/box/worker\"]", "{}"),
                                        with("4096", "\"many\"")};
  for (const std::string& text : broken) {
    const auto report = parse_run_report(text);
    ASSERT_FALSE(report) << text;
    EXPECT_EQ(report.error().source, Error::Source::sandbox) << text;
  }
}

}  // namespace
}  // namespace gridmark::system
