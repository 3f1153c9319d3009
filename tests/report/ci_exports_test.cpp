// The exports for GitHub and GitLab, with the difficulties of each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "base/utf8.h"
#include "tests/report/exported.h"

namespace gridmark::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// --- GitHub -----------------------------------------------------------------------------------------

/// A command in a line of the log, as the runner parses it: GitHub's documented syntax.
struct Command {
  std::string name;
  std::map<std::string, std::string> properties;
  std::string message;
};

std::string unescaped(std::string text) {
  for (const auto& [from, to] : std::initializer_list<std::pair<const char*, const char*>>{
           {"%0D", "\r"}, {"%0A", "\n"}, {"%3A", ":"}, {"%2C", ","}, {"%25", "%"}})
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; ++at) text.replace(at, 3, to);
  return text;
}

/// All commands that a runner obeys in `log`.
std::vector<Command> obeyed(const std::string& log) {
  std::vector<Command> commands;
  std::string stopped;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    if (!stopped.empty()) {
      if (line == "::" + stopped + "::") stopped.clear();
      continue;
    }
    if (line.rfind("##[", 0) == 0) commands.push_back({"old", {}, line});
    if (line.rfind("::", 0) != 0) continue;
    const auto end = line.find("::", 2);
    if (end == line.npos) continue;
    const std::string head = line.substr(2, end - 2);
    Command command{head.substr(0, head.find(' ')), {}, unescaped(line.substr(end + 2))};
    std::istringstream rest(head.find(' ') == head.npos ? "" : head.substr(head.find(' ') + 1));
    for (std::string one; std::getline(rest, one, ',');)
      command.properties[one.substr(0, one.find('='))] = unescaped(one.substr(one.find('=') + 1));
    if (command.name == "stop-commands")
      stopped = command.message;
    else
      commands.push_back(command);
  }
  EXPECT_EQ(stopped, "") << "commands stay stopped for the steps that follow";
  return commands;
}

TEST(GitHubExport, AnnotatesAtMostTenOfAKind) {
  std::map<std::string, int> kinds;
  for (const Command& command : obeyed(text("github", with_lines(40)))) ++kinds[command.name];
  EXPECT_EQ(kinds["error"], 10);
  EXPECT_EQ(kinds["warning"], 1);
  EXPECT_EQ(kinds["notice"], 1);
}

TEST(GitHubExport, AnAnnotationSurvivesItsEscapes) {
  GradeRecord record = example("mixed");
  record.items[1].reason = "100% wrong: a,b";
  record.items[1].place = Place{"a,b:c%.cu", 7};
  const std::vector<Command> commands = obeyed(text("github", record));
  ASSERT_FALSE(commands.empty());
  EXPECT_EQ(commands[0].name, "error");
  EXPECT_EQ(commands[0].properties.at("file"), "students/änne/lab1/a,b:c%.cu");
  EXPECT_EQ(commands[0].properties.at("line"), "7");
  EXPECT_EQ(commands[0].message, "0 of 2 points: crashed: 100% wrong: a,b");
}

TEST(GitHubExport, NothingOfAStudentsIsObeyed) {
  GradeRecord record = example("hostile");
  const std::string command = "x\n::set-env name=A::b\n::gridmark-guess::\n##[error]c\r\n::error::d";
  record.title = record.submission = record.items[0].reason = record.items[0].title = command;
  record.builds[0] = {Device::emulated, Flavour::fast, Outcome::build_failed, command, {}, 1};
  const std::vector<Command> commands = obeyed(text("github", record));
  ASSERT_EQ(commands.size(), 1U);
  EXPECT_EQ(commands[0].name, "warning");
  EXPECT_THAT(commands[0].message, StartsWith("1 of 3 points: part of the points: x\\n::set-env"));
}

TEST(GitHubExport, TheSummaryHasAtMostAMebibyte) {
  GradeRecord record = with_lines(6000);
  int number = 0;
  for (ItemScore& item : record.items) {
    item.reason = std::to_string(number++) + std::string(500, 'x') + "ü";
    item.place.reset();  // else they are wrong at the same line, and reported once
  }
  const std::string summary = exported("github", {record}).back().text;
  EXPECT_LE(summary.size(), std::size_t{1} << 20);
  EXPECT_GT(summary.size(), std::size_t{1} << 19);
  EXPECT_EQ(first_invalid_byte(summary), std::string::npos);
  EXPECT_THAT(summary, HasSubstr("(cut: "));
}

TEST(GitHubExport, PlacesAreThoseOfTheRepository) {
  GradeRecord record = example("mixed");
  record.submission = "/home/runner/c/starter/lab1/";
  ExportContext context = export_context("github");
  context.workspace = "/home/runner/c";
  const std::string log = export_records(format("github"), {&record, 1}, context)->front().text;
  EXPECT_THAT(log, HasSubstr("file=starter/lab1/benchmark.cu,line=42,"));
  record.items[1].place = Place{"../../etc/passwd", 1};
  EXPECT_THAT(export_records(format("github"), {&record, 1}, context)->front().text,
              Not(HasSubstr("file=starter/lab1/../")));
}

// --- GitLab -----------------------------------------------------------------------------------------

TEST(GitLabExport, FindingsHaveStableFingerprintsOfTheirOwn) {
  GradeRecord record = example("mixed");
  const auto findings = [&] { return json::parse(exported("gitlab", {record}).back().text); };
  const json before = findings();
  ASSERT_GE(before.size(), 2U);
  std::set<std::string> unique;
  for (const json& one : before) {
    unique.insert(one["fingerprint"].get<std::string>());
    EXPECT_THAT((std::set<std::string>{"info", "minor", "major", "critical", "blocker"}),
                testing::Contains(one["severity"].get<std::string>()));
    EXPECT_GE(one["location"]["lines"]["begin"].get<int>(), 1);
  }
  EXPECT_EQ(unique.size(), before.size());
  record.items[1].reason += ", in 3 s";
  EXPECT_EQ(findings()[0]["fingerprint"], before[0]["fingerprint"]);
}

}  // namespace
}  // namespace gridmark::report
