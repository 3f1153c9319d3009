#include "grader/load/load_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/load/load_rubric.h"
#include "tests/load/temporary_folder.h"

namespace gridmark::load {
namespace {

using testing::HasSubstr;

const Rubric& rubric() {
  static const Rubric instance = *parse_rubric(R"({"lab": "lab9", "passing": 0.5, "criteria": [
      {"id": "all", "title": "All", "items": [
        {"id": "right", "title": "Right", "points": 2, "tests": ["Right.*"]},
        {"id": "quick", "title": "Quick", "points": 3, "tests": ["Quick.*"]}]}]})",
                                               "r.json", "lab9");
  return instance;
}

const std::string good_case = R"({
  "why": "It answers with zeros, which is no answer.", "kind": "cheat", "cheat": [29, 30], "quick": true,
  "points": 2, "exit": 1, "loses": ["quick"], "review": ["quick"], "outcomes": {"quick": "wrong_answer"},
  "says": {"quick": "zero"}, "points_at": {"quick": "memset"}, "extra_files": ["a"], "folders": ["b"],
  "links": {"c": "{solution}"}, "pad": {"d": 10}, "leaves_nothing": ["e"]})";

const std::string good_patch = R"(why: It answers with zeros,
  which is no answer.
kind: cheat
cheat: 29, 30
quick: true
points: 2
loses: quick
review: quick
says quick: zero
points_at quick: memset
outcomes quick: wrong_answer
pad d: 10
leaves_nothing: e
diff --git a/a.cu b/a.cu
--- a/a.cu
+++ b/a.cu
@@ -1 +1 @@
-a
+b
)";

/// The loader's message for `good_patch` with `from` replaced.
std::string patch_complaint(const std::string& from, const std::string& to) {
  std::string text = good_patch;
  const auto at = text.find(from);
  if (at == text.npos) return "the test is wrong: no " + from;
  const auto example = parse_patch(text.replace(at, from.size(), to), "zeros.patch", rubric());
  return example ? "no complaint" : message_of(example.error());
}

/// The loader's message for `good_case` with `from` replaced.
std::string case_complaint(const std::string& from, const std::string& to) {
  std::string text = good_case;
  const auto at = text.find(from);
  if (at == text.npos) return "the test is wrong: no " + from;
  const auto example = parse_case(text.replace(at, from.size(), to), "expect.json", rubric());
  return example ? "no complaint" : message_of(example.error());
}

TEST(LoadCase, ReadsEveryField) {
  const auto example = parse_case(good_case, "expect.json", rubric());
  ASSERT_TRUE(example) << message_of(example.error());
  EXPECT_EQ(example->kind, CaseKind::cheat);
  EXPECT_EQ(example->cheats, (std::vector{29, 30}));
  EXPECT_TRUE(example->quick);
  EXPECT_EQ(example->points, Points(2));
  EXPECT_EQ(example->exit_code, 1);
  EXPECT_TRUE(example->loses_item("quick"));
  EXPECT_FALSE(example->loses_item("right"));
  EXPECT_EQ(example->review, std::vector<std::string>{"quick"});
  EXPECT_EQ(example->outcomes.at("quick"), Outcome::wrong_answer);
  EXPECT_EQ(example->says.at("quick"), "zero");
  EXPECT_EQ(example->points_at.at("quick"), "memset");
  EXPECT_EQ(example->extra_files, std::vector<std::string>{"a"});
  EXPECT_EQ(example->folders, std::vector<std::string>{"b"});
  EXPECT_EQ(example->links.at("c"), "{solution}");
  EXPECT_EQ(example->pad.at("d"), 10);
  EXPECT_EQ(example->leaves_nothing, std::vector<std::string>{"e"});
}

TEST(LoadCase, AClassicMistakeHasATopicAndSaysWhy) {
  const std::string title = "\"mistake\": \"the grid is rounded down\"", topic = "\"topic\": \"launches\"";
  EXPECT_EQ(case_complaint("\"quick\": true", title + ", " + topic), "no complaint");
  EXPECT_THAT(case_complaint("\"quick\": true", title), HasSubstr("expected \"topic\" with \"mistake\""));
  EXPECT_THAT(case_complaint("\"quick\": true", topic), HasSubstr("expected \"topic\" with \"mistake\""));
  EXPECT_THAT(case_complaint("\"quick\": true", title + ", \"topic\": \"barrier\""),
              HasSubstr("did you mean \"barriers\"?"));
  EXPECT_THAT(case_complaint("\"says\": {\"quick\": \"zero\"}", title + ", " + topic), HasSubstr("\"says\""));
}

TEST(LoadCase, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(case_complaint("\"kind\"", "\"kins\""),
            "expect.json: /kins: found an unknown key; did you mean \"kind\"?");
  EXPECT_EQ(case_complaint("[\"quick\"]", "[\"quik\"]"),
            "expect.json: /loses/0: found \"quik\", expected an item of the rubric; did you mean \"quick\"?");
  EXPECT_EQ(case_complaint("\"wrong_answer\"", "\"wrong_anser\"").substr(0, 28),
            "expect.json: /outcomes/quick");
  EXPECT_EQ(case_complaint("\"zero\"", "\"(\""),
            "expect.json: /says/quick: found \"(\", expected a regular expression");
  EXPECT_EQ(case_complaint("[29, 30]", "[29, 80]"),
            "expect.json: /cheat/1: found 80, expected the number of a cheat, 1 to 79");
  EXPECT_EQ(case_complaint("no answer.\"", "no answer\"").substr(0, 17), "expect.json: /why");
}

// A change of a rubric must not require changes in every case.
TEST(LoadCase, PointsAndExitCodeFollowFromTheRubric) {
  const auto parse = [](const std::string& verdict) {
    return parse_case(R"({"why": "It does a part of the work.", )" + verdict + "}", "expect.json", rubric());
  };
  const auto lost = parse(R"("loses": ["quick"])");
  ASSERT_TRUE(lost) << message_of(lost.error());
  EXPECT_EQ(lost->points, Points(2));
  EXPECT_EQ(lost->exit_code, 1);
  const auto part = parse(R"("loses": ["quick"], "keeps": {"quick": 0.25})");
  ASSERT_TRUE(part) << message_of(part.error());
  EXPECT_EQ(part->points, Points(2.75));
  EXPECT_EQ(part->exit_code, 0);
  const auto nothing = parse(R"("loses": ["*"])");
  ASSERT_TRUE(nothing) << message_of(nothing.error());
  EXPECT_EQ(nothing->points, Points(0));
}

// A case about code does not judge points for the report and points from persons. No case judges points from
// persons.
TEST(LoadCase, TheWrittenPartIsJudgedWhereTheCaseSaysSo) {
  const Rubric with_report = *parse_rubric(R"({"lab": "lab9", "passing": 0.5, "criteria": [
      {"id": "all", "title": "All", "items": [
        {"id": "right", "title": "Right", "points": 2, "tests": ["Right.*"]},
        {"id": "claims", "title": "Claims", "points": 1, "report": "claims"},
        {"id": "analysis", "title": "Analysis", "points": 3, "manual": true}]}]})",
                                           "r.json", "lab9");
  const auto parse = [&](const std::string& verdict) {
    return *parse_case(R"({"why": "It does a part of the work.", )" + verdict + "}", "expect.json",
                       with_report);
  };
  const SubmissionCase code = parse(R"("loses": [])");
  EXPECT_EQ(code.left_out, (std::vector<std::string>{"claims", "analysis"}));
  EXPECT_EQ(code.points, Points(2));
  EXPECT_EQ(code.exit_code, 0);
  const SubmissionCase report = parse(R"("loses": ["claims"], "report": true, "remove": ["REPORT.md"])");
  EXPECT_TRUE(report.left_out.empty());
  EXPECT_EQ(report.points, Points(2));
  EXPECT_EQ(report.exit_code, 1);  // 2 of 6, for any later points from a person
  EXPECT_EQ(report.remove, std::vector<std::string>{"REPORT.md"});
}

TEST(LoadCase, APartIsKeptOfWhatIsLost) {
  EXPECT_EQ(case_complaint("\"review\"", "\"keeps\": {\"right\": 0.5}, \"review\"").substr(0, 19),
            "expect.json: /keeps");
  EXPECT_EQ(case_complaint("\"review\"", "\"keeps\": {\"quick\": 1}, \"review\""),
            "expect.json: /keeps/quick: found 1, expected a fraction between 0 and 1, 0.01 to 0.99");
}

TEST(LoadCase, AVerdictMustAgreeWithItself) {
  EXPECT_EQ(
      case_complaint("\"points\": 2", "\"points\": 1"),
      "expect.json: /points: found 1, expected at least 2, which the items that are not lost are worth");
  EXPECT_EQ(case_complaint("\"points\": 2", "\"points\": 5"),
            "expect.json: /points: found 5, expected less than the total, 5, as \"loses\" requires");
  EXPECT_EQ(case_complaint("\"exit\": 1", "\"exit\": 0"), "expect.json: /exit: found 0, expected 1");
  EXPECT_NE(case_complaint("\"says\": {\"quick\"", "\"says\": {\"right\"").find("prints no reason for it"),
            std::string::npos);
  EXPECT_NE(case_complaint("\"review\": [\"quick\"]", "\"review\": [\"right\"]").find("/review"),
            std::string::npos);
}

TEST(LoadCase, ACheatHasANumberAndATwinACheat) {
  EXPECT_NE(case_complaint("\"cheat\": [29, 30], ", "").find("found no \"cheat\""), std::string::npos);
  EXPECT_NE(case_complaint("\"kind\": \"cheat\"", "\"kind\": \"twin\"").find("twin_of"), std::string::npos);
  EXPECT_NE(case_complaint("\"quick\": true", "\"twin_of\": \"zeros\"").find("twin_of"), std::string::npos);
}

TEST(LoadCase, FilesComeFromOnePlace) {
  const TemporaryFolder root;
  const auto folder = root.path() / "tests/submissions/lab9/zeros";
  root.write("tests/submissions/lab9/zeros/expect.json", good_case);
  EXPECT_FALSE(load_case(folder, rubric()));
  root.write("tests/submissions/lab9/zeros/submission/a.cu", "");
  const auto example = load_case(folder, rubric());
  ASSERT_TRUE(example) << message_of(example.error());
  EXPECT_EQ(example->lab, "lab9");
  EXPECT_EQ(example->name, "zeros");
  EXPECT_EQ(example->start, CaseStart::submission);
  root.write("tests/submissions/lab9/zeros/expect.json",
             R"({"why": "It answers with zeros.", "loses": ["quick"], "start_from": "solution"})");
  EXPECT_FALSE(load_case(folder, rubric()));
}

TEST(LoadCase, APatchIsTheSameCaseInOneFile) {
  const auto patch = parse_patch(good_patch, "zeros.patch", rubric());
  ASSERT_TRUE(patch) << message_of(patch.error());
  const SubmissionCase json = *parse_case(good_case, "expect.json", rubric());
  EXPECT_EQ(patch->why, json.why);
  EXPECT_EQ(patch->kind, json.kind);
  EXPECT_EQ(patch->cheats, json.cheats);
  EXPECT_EQ(patch->quick, json.quick);
  EXPECT_EQ(patch->points, json.points);
  EXPECT_EQ(patch->loses, json.loses);
  EXPECT_EQ(patch->review, json.review);
  EXPECT_EQ(patch->outcomes, json.outcomes);
  EXPECT_EQ(patch->says, json.says);
  EXPECT_EQ(patch->points_at, json.points_at);
  EXPECT_EQ(patch->pad, json.pad);
  EXPECT_EQ(patch->leaves_nothing, json.leaves_nothing);
  EXPECT_EQ(patch->start, CaseStart::patch);
  EXPECT_TRUE(patch->diff.starts_with("diff --git a/a.cu b/a.cu\n"));
  EXPECT_TRUE(patch->diff.ends_with("+b\n"));
}

TEST(LoadCase, APatchIsReadStrictly) {
  EXPECT_EQ(patch_complaint("kind:", "kins:"),
            "zeros.patch: /kins: found an unknown key; did you mean \"kind\"?");
  EXPECT_EQ(patch_complaint("loses: quick\n", ""), "zeros.patch: found no key \"loses\", expected one");
  EXPECT_EQ(patch_complaint("loses: quick", "loses: quik"),
            "zeros.patch: /loses/0: found \"quik\", expected an item of the rubric; did you mean \"quick\"?");
  EXPECT_EQ(patch_complaint("cheat: 29, 30", "cheat: 29, many").substr(0, 21), "zeros.patch: /cheat/1");
  EXPECT_EQ(patch_complaint("quick: true", "quick: yes").substr(0, 19), "zeros.patch: /quick");
  EXPECT_EQ(patch_complaint("quick: true", "quick: true\nquick: true"),
            "zeros.patch:6: found a second \"quick\"");
  EXPECT_EQ(patch_complaint("says quick: zero", "says quick: zero\nsays: one"),
            "zeros.patch:10: found a second \"says\"");
  EXPECT_EQ(patch_complaint("says quick: zero", "says: zero").substr(0, 18), "zeros.patch: /says");
  EXPECT_EQ(patch_complaint("quick: true", "quick, true"),
            "zeros.patch:5: found \"quick, true\", expected \"KEY: VALUE\", \"KEY ITEM: VALUE\" or \"diff "
            "--git ...\"");
  EXPECT_EQ(patch_complaint("quick: true", "start_from: solution"),
            "zeros.patch: /start_from: a patch starts from the solution: leave it out");
}

TEST(LoadCase, APatchChangesTexts) {
  const std::string header = good_patch.substr(0, good_patch.find("diff --git"));
  const auto complaint = [&](const std::string& diff) {
    const auto patch = parse_patch(header + diff, "zeros.patch", rubric());
    return patch ? "no complaint" : message_of(patch.error());
  };
  EXPECT_EQ(complaint("--- a/a.cu\n+++ b/a.cu\n@@ -1 +1 @@\n-a\n+Binary files\n"), "no complaint");
  EXPECT_EQ(complaint(""), "zeros.patch:13: found no changes below the header, expected \"diff --git ...\"");
  EXPECT_EQ(complaint("diff --git a/a.o b/a.o\nBinary files a/a.o and b/a.o differ\n"),
            "zeros.patch:15: found a change of a file that is not text");
  EXPECT_EQ(complaint("diff --git a/a.o b/a.o\nGIT binary patch\nliteral 1\n"),
            "zeros.patch:15: found a change of a file that is not text");
  EXPECT_EQ(complaint("diff --git a/a.cu b/a.cu\n+\xff\n"),
            "zeros.patch:0: found bytes that are not text in UTF-8");
}

TEST(LoadCases, ALabHasItsSolutionAndItsStarterByItself) {
  const TemporaryFolder root;
  root.write("labs/lab9/mutants/slow.patch",
             "why: It is right, but slow.\nloses: quick\ndiff --git a/a.cu b/a.cu\n");
  const auto cases = load_cases(root.path(), rubric());
  ASSERT_EQ(cases.size(), 3u);
  EXPECT_EQ(cases[0].points, Points(5));
  EXPECT_EQ(cases[1].start, CaseStart::starter);
  EXPECT_FALSE(cases[2].fault);
  EXPECT_EQ(cases[2].kind, CaseKind::mutant);
  EXPECT_EQ(cases[2].name, "slow");
  EXPECT_EQ(cases[2].lab, "lab9");
}

TEST(LoadCases, OneThatCannotBeReadKeepsItsNameAndHasItsFault) {
  const TemporaryFolder root;
  root.write("labs/lab9/mutants/late.patch", "why It has no colon.\n");
  root.write("labs/lab9/mutants/slow.patch",
             "why: It is right, but slow.\nloses: quick\ndiff --git a/a.cu b/a.cu\n");
  const auto cases = load_cases(root.path(), rubric());
  ASSERT_EQ(cases.size(), 4u);
  EXPECT_EQ(cases[2].name, "late");
  EXPECT_EQ(cases[2].lab, "lab9");
  EXPECT_EQ(cases[2].kind, CaseKind::mutant);
  ASSERT_TRUE(cases[2].fault);
  EXPECT_NE(message_of(*cases[2].fault).find("late.patch:1: found \"why It has no colon.\""),
            std::string::npos);
  EXPECT_FALSE(cases[3].fault);
}

TEST(LoadCases, ATwinIsTheTwinOfACaseThatIsThere) {
  const TemporaryFolder root;
  root.write(
      "tests/submissions/lab9/honest/expect.json",
      R"({"why": "It looks like a cheat.", "kind": "twin", "twin_of": "soluton", "points": 5, "exit": 0,
                 "loses": [], "start_from": "solution"})");
  const auto cases = load_cases(root.path(), rubric());
  ASSERT_TRUE(cases.back().fault);
  EXPECT_NE(message_of(*cases.back().fault).find("did you mean \"solution\"?"), std::string::npos);
}

}  // namespace
}  // namespace gridmark::load
