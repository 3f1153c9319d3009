// The formats of other systems, byte for byte and against the traps of each.
#include "grader/report/exports.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>

#include "grader/core/csv.h"
#include "grader/core/number_text.h"
#include "grader/core/utf8.h"
#include "tests/report/example_records.h"
#include "tests/report/export_context.h"

namespace gridmark {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const ExportFormat& format(const std::string& name) {
  for (const ExportFormat& one : export_formats())
    if (one.name == name) return one;
  throw std::logic_error("no format " + name);
}

ExportFiles exported(const std::string& name, const std::vector<GradeRecord>& records) {
  auto files = export_records(format(name), records, export_context(name));
  if (!files) throw std::runtime_error(sentence(files.error()));
  return *std::move(files);
}

std::string text(const std::string& name, const GradeRecord& record) {
  return exported(name, {record}).front().text;
}
json parsed(const std::string& name, const GradeRecord& record) { return json::parse(text(name, record)); }

std::string complaint(const std::string& name, const std::vector<GradeRecord>& records,
                      const ExportContext& context) {
  const auto files = export_records(format(name), records, context);
  return files ? "none" : sentence(files.error());
}

// --- golden files -----------------------------------------------------------------------------------

class ExportGolden : public testing::TestWithParam<std::string> {};

TEST_P(ExportGolden, IsAsReviewed) {
  const std::filesystem::path folder = GRIDMARK_SOURCE_DIR "/tests/golden/exports";
  for (const char* name : {"mixed", "hostile", "report", "hidden"})
    for (const ExportFile& file : exported(GetParam(), {example(name)})) {
      const auto path = folder / GetParam() / (std::string(name) + "." + file.name);
      if (std::getenv("GRIDMARK_UPDATE_GOLDEN") != nullptr) {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << file.text;
      }
      std::ifstream stream(path, std::ios::binary);
      EXPECT_EQ(file.text, std::string(std::istreambuf_iterator<char>(stream), {}))
          << path << " differs; if that is meant, run GRIDMARK_UPDATE_GOLDEN=1 test_report";
    }
}

INSTANTIATE_TEST_SUITE_P(Every, ExportGolden,
                         testing::Values("markdown", "csv", "junit", "github", "gitlab", "sarif",
                                         "gradescope", "classroom50", "prairielearn", "autolab", "canvas",
                                         "lti"),
                         [](const auto& one) { return one.param; });

// --- what holds for all -----------------------------------------------------------------------------

TEST(Exports, AreUtf8WithoutControlsOrTurnedText) {
  for (const ExportFormat& one : export_formats())
    for (const ExportFile& file : exported(one.name, {example("hostile")})) {
      if (one.name == "json") continue;  // the record keeps the bytes as JSON spells them
      EXPECT_EQ(first_invalid_byte(file.text), std::string::npos) << one.name;
      for (const char c : file.text)
        ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\r') << one.name;
      EXPECT_THAT(file.text, Not(HasSubstr("\u202e"))) << one.name;
    }
}

/// The total that a format states, and the sum of its lines.
struct Totals {
  double stated, summed;
};

Totals totals_of(const std::string& name, const GradeRecord& record) {
  const auto sum = [](const json& tests, const char* key) {
    double total = 0;
    for (const json& test : tests) total += test.value(key, 0.0);
    return total;
  };
  const json all = name == "autolab" ? json() : parsed(name, record);
  if (name == "gradescope") return {all["score"], sum(all["tests"], "score")};
  if (name == "prairielearn")
    return {all["score"].get<double>() * record.max_points.value(), sum(all["tests"], "points")};
  if (name == "classroom50") return {all["score"], sum(all["tests"], "score")};
  if (name == "lti") return {all["scoreGiven"], record.points.value()};
  const std::string lines = text("autolab", record);
  const json last = json::parse(lines.substr(lines.rfind('\n', lines.size() - 2) + 1));
  double scores = 0;
  for (const auto& [problem, score] : last["scores"].items()) scores += score.get<double>();
  return {last["scoreboard"][0], scores};
}

TEST(Exports, HaveOneTotal) {
  for (const char* example_name : {"mixed", "report", "hidden", "perfect"})
    for (const char* name : {"gradescope", "prairielearn", "autolab", "lti"}) {
      const GradeRecord record = example(example_name);
      const Totals totals = totals_of(name, record);
      EXPECT_NEAR(totals.stated, record.points.value(), 1e-9) << name << " of " << example_name;
      EXPECT_NEAR(totals.summed, totals.stated, 1e-9) << name << " of " << example_name;
    }
}

TEST(Exports, RefuseAPartialRunAsAGrade) {
  for (const ExportFormat& one : export_formats()) {
    const std::string said = complaint(one.name, {example("partial")}, export_context(one.name));
    if (one.is_grade)
      EXPECT_THAT(said, HasSubstr("is a partial run, which is no grade for " + one.name));
    else
      EXPECT_EQ(said, "none") << one.name;
  }
}

TEST(Exports, RefuseAFieldThatTheFormatDoesNotKnow) {
  ExportContext context = export_context("lti");
  context.fields["userid"] = "7";
  EXPECT_EQ(complaint("lti", {example("mixed")}, context),
            "--field userid: the format lti has no such field; did you mean \"user-id\"?");
  EXPECT_EQ(complaint("csv", {example("mixed")}, context), "--field user-id: the format csv takes no fields");
}

// --- Markdown ---------------------------------------------------------------------------------------

std::string as_html(const std::string& markdown) {
  cmark_gfm_core_extensions_ensure_registered();
  cmark_parser* parser = cmark_parser_new(CMARK_OPT_DEFAULT);
  for (const char* name : {"table", "autolink", "strikethrough"})
    cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name));
  cmark_parser_feed(parser, markdown.data(), markdown.size());
  cmark_node* document = cmark_parser_finish(parser);
  char* html = cmark_render_html(document, CMARK_OPT_UNSAFE, cmark_parser_get_syntax_extensions(parser));
  const std::string text = html;
  std::free(html);
  cmark_node_free(document);
  cmark_parser_free(parser);
  return text;
}

std::set<std::string> elements_of(const std::string& html) {
  std::set<std::string> names;
  for (std::size_t at = 0; (at = html.find('<', at)) != std::string::npos; ++at)
    if (std::isalpha(static_cast<unsigned char>(html[at + 1])))
      names.insert(html.substr(at + 1, html.find_first_of(" >/", at) - at - 1));
  return names;
}

TEST(MarkdownExport, AHostileRecordMakesNoElementThatAnHonestOneDoesNot) {
  std::set<std::string> honest = elements_of(as_html(text("markdown", example("mixed"))));
  honest.merge(elements_of(as_html(text("markdown", example("no_build")))));
  GradeRecord hostile = example("hostile");
  hostile.items[0].title =
      "[a](javascript:x) ![b](//c) ~~d~~ **e** www.evil.org @everyone #1 | cell `x` https://a.b\\";
  hostile.items[0].reason = "# heading\n\n- item <b>x</b> `";
  for (const std::string& name : elements_of(as_html(text("markdown", hostile))))
    EXPECT_TRUE(honest.contains(name)) << name;
  EXPECT_TRUE(honest.contains("table"));
  EXPECT_FALSE(honest.contains("a"));
}

TEST(MarkdownExport, MentionsNobody) {
  GradeRecord record = example("mixed");
  record.items[0].title = "@team/staff and #12";
  EXPECT_THAT(text("markdown", record), HasSubstr("@<!-- -->team/staff and #<!-- -->12"));
}

TEST(MarkdownExport, CompilerWordsCannotCloseTheirBlock) {
  GradeRecord record = example("no_build");
  record.builds[0].messages = "a\n```\n<img src=x>\n````\nb\n";
  EXPECT_THAT(as_html(text("markdown", record)), Not(HasSubstr("<img")));
}

// --- CSV --------------------------------------------------------------------------------------------

TEST(CsvExport, HasARowForEachLineAndNoFormulas) {
  GradeRecord record = example("mixed");
  record.items[0].title = "=HYPERLINK(\"http://evil\",\"x\")";
  record.items[1].reason = "@SUM(A1),\n2";
  const auto rows = parse_csv(text("csv", record));
  ASSERT_TRUE(rows) << rows.error().message;
  ASSERT_EQ(rows->size(), record.items.size() + 1);
  EXPECT_EQ((*rows)[1].cells[5].text, "'=HYPERLINK(\"http://evil\",\"x\")");
  EXPECT_THAT((*rows)[2].cells[10].text, StartsWith("'@SUM"));
}

// --- JUnit ------------------------------------------------------------------------------------------

TEST(JUnitExport, CountsWhatItHolds) {
  for (const char* name : {"mixed", "hostile", "report", "timed"}) {
    pugi::xml_document document;
    ASSERT_TRUE(document.load_string(text("junit", example(name)).c_str())) << name;
    const pugi::xml_node suite = document.child("testsuites").child("testsuite");
    EXPECT_EQ(suite.select_nodes("testcase").size(), suite.attribute("tests").as_uint()) << name;
    EXPECT_EQ(suite.select_nodes("testcase/failure").size(), suite.attribute("failures").as_uint()) << name;
    EXPECT_EQ(suite.select_nodes("testcase/skipped").size(), suite.attribute("skipped").as_uint()) << name;
  }
}

TEST(JUnitExport, WhatIsOpenIsNeitherPassedNorFailed) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(text("junit", example("report")).c_str()));
  const pugi::xml_node open = document.select_node("//testcase[starts-with(@name,'report_analysis')]").node();
  EXPECT_STREQ(open.attribute("result").value(), "skipped");
  EXPECT_STREQ(open.child("skipped").attribute("message").value(),
               "0-2 of 2 points: waits for a person: a person gives these points, and has not yet");
}

TEST(JUnitExport, HasNoCharacterThatXmlForbids) {
  GradeRecord record = example("mixed");
  record.items[1].reason = "a\x01\xff\xef\xbf\xbe\xef\xbf\xbf b";
  const std::string xml = text("junit", record);
  EXPECT_THAT(xml, HasSubstr("a\\x01\\xff\xef\xbf\xbd\xef\xbf\xbd b"));
  EXPECT_THAT(xml, Not(HasSubstr("\xef\xbf\xbe")));
  EXPECT_THAT(xml, Not(HasSubstr("&#")));
}

// --- GitHub -----------------------------------------------------------------------------------------

/// A command of a line of the log, as the runner reads it: GitHub's documented syntax.
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

GradeRecord with_lines(int count) {
  GradeRecord record = example("mixed");
  const ItemScore line = record.items[1];
  for (int i = 0; i < count; ++i) {
    record.items.push_back(line);
    record.items.back().id += std::to_string(i);
  }
  return record;
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
  for (ItemScore& item : record.items) item.reason = std::string(500, 'x') + "ü";
  const std::string summary = exported("github", {record}).back().text;
  EXPECT_LE(summary.size(), std::size_t{1} << 20);
  EXPECT_GT(summary.size(), std::size_t{1} << 19);
  EXPECT_EQ(first_invalid_byte(summary), std::string::npos);
  EXPECT_THAT(summary, HasSubstr("(cut: "));
}

TEST(GitHubExport, PlacesAreThoseOfTheRepository) {
  GradeRecord record = example("mixed");
  record.submission = "/home/runner/work/c/starter/lab1/";
  ExportContext context = export_context("github");
  context.workspace = "/home/runner/work/c";
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

// --- SARIF ------------------------------------------------------------------------------------------

TEST(SarifExport, HasWhatTheStandardRequires) {
  const json all = parsed("sarif", example("hostile"));
  EXPECT_EQ(all["version"], "2.1.0");
  const json& run = all["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["name"], "gridmark");
  std::set<std::string> rules;
  for (const json& rule : run["tool"]["driver"]["rules"]) rules.insert(rule["id"].get<std::string>());
  ASSERT_EQ(run["results"].size(), 1U);
  for (const json& result : run["results"]) {
    EXPECT_TRUE(rules.contains(result["ruleId"].get<std::string>()));
    EXPECT_TRUE(result["message"]["text"].is_string());
    const json& place = result["locations"][0]["physicalLocation"];
    EXPECT_EQ(place["region"]["startLine"], 3);
    EXPECT_EQ(place["artifactLocation"]["uri"].get<std::string>().find_first_of("<>\" \\"),
              std::string::npos);
  }
}

// --- Gradescope -------------------------------------------------------------------------------------

TEST(GradescopeExport, HidesNoTotalFromStudents) {
  const json all = parsed("gradescope", example("hidden"));
  for (const json& test : all["tests"]) EXPECT_EQ(test["visibility"], "visible");
}

TEST(GradescopeExport, ListsHiddenTestsForStaff) {
  const GradeRecord record = example("hidden");
  const auto files =
      export_records(format("gradescope"), {&record, 1}, export_context("gradescope", Audience::staff));
  int hidden = 0;
  const json all = json::parse(files->front().text);
  for (const json& test : all["tests"]) {
    hidden += test["visibility"] == "hidden" ? 1 : 0;
    EXPECT_EQ(test["visibility"] == "hidden", !test.contains("score"))
        << "a hidden test has no points of its own";
  }
  EXPECT_EQ(hidden, 3);
}

TEST(GradescopeExport, AnOpenLineIsItsLowerEndAndSaysSo) {
  const json all = parsed("gradescope", example("report"));
  for (const json& test : all["tests"])
    if (test["name"].get<std::string>().starts_with("report_analysis")) {
      EXPECT_EQ(test["score"], 0);
      EXPECT_FALSE(test.contains("status"));
      EXPECT_THAT(test["output"].get<std::string>(), StartsWith("0-2 of 2 points until that is decided."));
    }
}

// --- Classroom 50 -----------------------------------------------------------------------------------

TEST(Classroom50Export, HasTheKeysOfTheFormatAndNoOthers) {
  const std::set<std::string> keys{"schema",     "classroom", "assignment", "assignment_type", "owner",
                                   "submission", "commit",    "release",    "review",          "datetime",
                                   "score",      "max-score", "tests",      "graded_at"};
  std::set<std::string> found;
  const json all = parsed("classroom50", example("mixed"));
  for (const auto& [key, value] : all.items()) found.insert(key);
  EXPECT_EQ(found, keys);
  EXPECT_EQ(all["datetime"], "2026-01-31T23:59:00Z");
}

TEST(Classroom50Export, RoundsHalvesUpAndItsLinesAddUp) {
  const json all = parsed("classroom50", example("mixed"));
  EXPECT_EQ(all["score"], 6) << "5.5";
  std::int64_t sum = 0, most = 0;
  for (const json& test : all["tests"]) {
    EXPECT_TRUE(test["score"].is_number_integer());
    EXPECT_LE(test["score"].get<int>(), test["max-score"].get<int>());
    sum += test["score"].get<int>(), most += test["max-score"].get<int>();
  }
  EXPECT_EQ(sum, all["score"].get<int>());
  EXPECT_EQ(most, all["max-score"].get<int>());
  EXPECT_THAT(all["tests"][2]["test-name"].get<std::string>(), testing::EndsWith("(1.5 of 3 points)"));
}

TEST(Classroom50Export, NoLineHasMoreThanItsMaximum) {
  GradeRecord record = example("mixed");
  record.items.resize(3);
  for (ItemScore& item : record.items) item.criterion = "kernels", item.max_points = 0.5, item.points = 0;
  record.items[2].points = 0.5;
  record.points = 0.5, record.points_at_most = 0.5, record.max_points = 1.5;
  const json all = parsed("classroom50", record);
  EXPECT_EQ(all["score"], 1);
  int sum = 0;
  for (const json& test : all["tests"]) {
    EXPECT_LE(test["score"].get<int>(), test["max-score"].get<int>());
    sum += test["score"].get<int>();
  }
  EXPECT_EQ(sum, 1);
}

TEST(Classroom50Export, NamesWhatNoRecordSays) {
  EXPECT_EQ(
      complaint("classroom50", {example("mixed")}, export_context("none")),
      "--field: the format classroom50 also needs classroom, owner, submission, commit, release, review; say "
      "--field NAME=VALUE for each");
  ExportContext context = export_context("classroom50");
  context.fields["submission"] = "lab1";
  EXPECT_THAT(complaint("classroom50", {example("mixed")}, context), HasSubstr("begins with submit/"));
}

// --- PrairieLearn, Autolab, Canvas, LTI -------------------------------------------------------------

TEST(PrairieLearnExport, StaysBelowAMegabyte) {
  GradeRecord record = with_lines(3000);
  for (ItemScore& item : record.items) item.reason = std::string(1000, '"');
  const std::string all = text("prairielearn", record);
  EXPECT_LE(all.size(), 1'000'000U);
  EXPECT_EQ(json::parse(all)["tests"].size(), record.items.size());
}

TEST(AutolabExport, ItsLastLineIsTheScores) {
  const std::string lines = text("autolab", example("hostile"));
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2);
  const json first = json::parse(lines.substr(0, lines.find('\n')));
  EXPECT_EQ(first["_presentation"], "semantic");
  for (const json& stage : first["stages"]) EXPECT_TRUE(first.contains(stage.get<std::string>()));
}

TEST(CanvasExport, MakesNoNewAssignment) {
  const auto rows = parse_csv(text("canvas", example("mixed")));
  ASSERT_TRUE(rows);
  EXPECT_EQ((*rows)[0].cells[5].text, "GPU basics (84512)");
  EXPECT_THAT((*rows)[1].cells[0].text, HasSubstr("Points Possible"));
  EXPECT_EQ((*rows)[2].cells[5].text, "5.5");
  EXPECT_THAT(complaint("canvas", {example("mixed")}, export_context("none")), HasSubstr("new assignment"));
  EXPECT_THAT(complaint("canvas", {example("mixed"), example("mixed")}, export_context("canvas")),
              HasSubstr("found two records of students/änne/lab1"));
}

TEST(LtiExport, WhatIsOpenIsPending) {
  EXPECT_EQ(parsed("lti", example("mixed"))["gradingProgress"], "FullyGraded");
  EXPECT_EQ(parsed("lti", example("report"))["gradingProgress"], "PendingManual");
  EXPECT_EQ(parsed("lti", example("mixed"))["timestamp"], "2026-02-01T12:00:00.125Z");
}

}  // namespace
}  // namespace gridmark
