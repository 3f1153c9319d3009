#include "grader/report/test_run_printer.h"

#include <gmock/gmock.h>

#include "grader/report/profile_printer.h"
#include "grader/report/source_excerpt.h"

namespace gridmark::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TestResult failed(const std::string& name, const std::string& reason, int line) {
  TestResult test{name, Outcome::wrong_answer, reason, std::nullopt, "", 0.1};
  if (line > 0) test.place = Place{"f.cu", line};
  return test;
}

TestRun example_run() {
  TestRun run;
  run.lab = "lab1";
  run.title = "Lab One";
  run.submission = "mine";
  run.builds = {{Device::emulated, Flavour::fast, Outcome::passed, "", std::nullopt, 1}};
  run.sources["f.cu"] = "one\n\ttwo\nthree\nfour\nfive\n";
  run.tests = {{"A.Right", Outcome::passed, "", std::nullopt, "", 0.1},
               failed("B.First", "c[0][1] is 2, expected 3", 2),
               failed("B.Second", "another", 0)};
  run.left_out = 4;
  return run;
}

TEST(TestRunPrinter, ShowsTheFirstFailureOfASuiteWithItsLinesAndNamesTheOthers) {
  const std::string text = print_test_run(example_run(), {});
  EXPECT_THAT(text, HasSubstr("✓ A                        1 of 1 pass"));
  EXPECT_THAT(text, HasSubstr("✗ B                        0 of 2 pass"));
  EXPECT_THAT(text, HasSubstr("✗ B.First  wrong answer\n  c[0][1] is 2, expected 3\n  f.cu:2\n"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "       1 | one\n  >    2 |         two\n       3 | three\n       4 | four\n  also: Second\n"));
  EXPECT_THAT(text, Not(HasSubstr("another")));
  EXPECT_THAT(text, HasSubstr("1 of 3 tests pass"));
  EXPECT_THAT(text, HasSubstr("4 of the tests only count"));
  EXPECT_THAT(text, HasSubstr("This is not a grade"));
}

TEST(TestRunPrinter, ABuildThatFailedShowsTheCompilersWordsOnce) {
  TestRun run = example_run();
  run.tests.clear();
  run.builds = {{Device::emulated, Flavour::fast, Outcome::build_failed, "f.cu:2:1: error: oops\n",
                 Place{"f.cu", 2}, 1}};
  run.builds.push_back(run.builds.front());
  const std::string text = print_test_run(run, {});
  EXPECT_THAT(text, HasSubstr("Compiler output\n  f.cu:2:1: error: oops\n"));
  EXPECT_EQ(text.find("oops"), text.rfind("oops"));
  EXPECT_THAT(text, HasSubstr("nothing was tested"));
}

TEST(TestRunPrinter, WhatASubmissionPrintsCannotMoveTheCursor) {
  TestRun run = example_run();
  run.tests[1].output = "\x1b[2Jgone\n";
  run.tests[1].reason = "\x1b[31mred";
  EXPECT_THAT(print_test_run(run, {}), Not(HasSubstr("\x1b")));
}

TEST(SourceExcerpt, StopsAtTheEndsOfTheFileAndKnowsNoOtherFiles) {
  const std::map<std::string, std::string> sources{{"f.cu", "one\ntwo\nthree"}};
  EXPECT_THAT(source_excerpt(sources, {"f.cu", 1}, 1), ElementsAre(">    1 | one", "     2 | two"));
  EXPECT_THAT(source_excerpt(sources, {"f.cu", 3}, 1), ElementsAre("     2 | two", ">    3 | three"));
  EXPECT_THAT(source_excerpt(sources, {"f.cu", 4}, 1), IsEmpty());
  EXPECT_THAT(source_excerpt(sources, {"f.cu", 0}, 1), IsEmpty());
  EXPECT_THAT(source_excerpt(sources, {"g.cu", 1}, 1), IsEmpty());
}

CallProfile call(const std::string& operation, int n, std::int64_t sectors) {
  CallProfile made{operation, operation + "(n=" + std::to_string(n) + ")", {}, {}};
  made.counts.loads = {sectors, sectors, sectors / 2, 4 * sectors};
  LineCounts line;
  line.place = {"f.cu", 2};
  line.kernel = "kernel";
  line.loads = made.counts.loads;
  made.lines.push_back(line);
  return made;
}

TEST(ProfilePrinter, ShowsOfEachFunctionTheLargestCallThatTheReferenceHasToo) {
  const std::vector<CallProfile> calls{call("f", 1, 10), call("f", 2, 80), call("f", 3, 200),
                                       call("g", 1, 4)};
  const std::vector<CallProfile> reference{call("f", 1, 10), call("f", 2, 20)};
  const auto telling = telling_calls(calls, reference);
  ASSERT_EQ(telling.size(), 2u);
  EXPECT_EQ(telling[0]->call, "f(n=2)");
  EXPECT_EQ(telling[1]->call, "g(n=1)");
  const TestRun run = example_run();
  const std::string text = print_profile({calls, reference, run, 3}, {});
  EXPECT_THAT(text, HasSubstr("yours         reference"));
  EXPECT_THAT(text, HasSubstr("80                20"));
  EXPECT_THAT(text, HasSubstr("f.cu:2 in kernel\n      >    2 |         two\n        loads   80 requests, 80 "
                              "sectors (2 x those needed), 320 bytes"));
}

}  // namespace
}  // namespace gridmark::report
