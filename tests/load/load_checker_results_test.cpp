#include "grader/load/load_checker_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/load/sample_text.h"

namespace gridmark::load {
namespace {

const std::string good_checker_results =
    R"({"checker":"lab9","device":"emulated","tests":["Right.Small","Counted.Quick"]}
{"test":{"name":"Right.Small","outcome":"wrong_answer","reason":"c[3] is 1","place":{"file":"a.cu","line":12},"output":"hi","seconds":0.25}}
{"test":{"name":"Counted.Quick","outcome":"passed","reason":"","output":"","seconds":0}}
{"measurement":{"name":"quick.bytes","value":8.5,"unit":"bytes","device":"emulated","flavour":"counted","provenance":"counted","detail":"d","test":"Counted.Quick"}}
{"finished":{"tests":2,"sandbox":"bubblewrap"}}
)";

std::string checker_results_complaint(const std::string& text) {
  const auto results = load_checker_results(text);
  if (results) return "no complaint";
  EXPECT_EQ(results.error().source, Error::Source::checker);
  return message_of(results.error());
}

TEST(LoadCheckerResults, ReadsEveryField) {
  const auto results = load_checker_results(good_checker_results);
  ASSERT_TRUE(results) << message_of(results.error());
  EXPECT_EQ(results->sandbox, "bubblewrap");
  const TestResult small{"Right.Small", Outcome::wrong_answer, "c[3] is 1", Place{"a.cu", 12}, "hi", 0.25};
  EXPECT_EQ(results->tests.at(0), small);
  EXPECT_EQ(results->tests.at(1).place, std::nullopt);
  Measurement bytes{"quick.bytes", 8.5, "bytes", Device::emulated, Flavour::counted, Provenance::counted,
                    "d",           {},  {}};
  bytes.test = "Counted.Quick";
  EXPECT_EQ(results->measurements, std::vector<Measurement>{bytes});
}

TEST(LoadCheckerResults, ReadsWhatATestSawOfAWrongReply) {
  const auto results = load_checker_results(changed(
      good_checker_results, "\"reason\":\"\",\"output\"",
      R"("replacement":{"arrays":["output 1 of op"],"outputs":2,"tolerated":"why"},"reason":"","output")"));
  ASSERT_TRUE(results) << message_of(results.error());
  EXPECT_EQ(results->tests.at(0).replacement, std::nullopt);
  EXPECT_EQ(results->tests.at(1).replacement, (ReplacementSeen{{"output 1 of op"}, 2, "why"}));
}

std::string with_ranks(const std::string& from_to) {
  return changed(
      good_checker_results, "\"seconds\":0.25",
      R"("seconds":0.25,"ranks":{"ranks":[{"words":"waits","file":"a.cu","line":3,"end":0.5,"died":false},)"
      R"({"words":"","file":"","line":0,"end":0,"died":true}],"messages":[{)" +
          from_to +
          R"(,"tag":-1,"bytes":8,"sent":0.25,"arrived":-1}],)"
          R"("waits":[{"rank":1,"begin":0,"end":0.25}],"earlier":7,"later":0})");
}

TEST(LoadCheckerResults, ReadsThePictureOfRanks) {
  const auto results = load_checker_results(with_ranks(R"("from":1,"to":0)"));
  ASSERT_TRUE(results) << message_of(results.error());
  const RankLanes expected{{{"waits", "a.cu", 3, 0.5, false}, {"", "", 0, 0, true}},
                           {{1, 0, -1, 8, 0.25, -1}},
                           {{1, 0, 0.25}},
                           7,
                           0};
  EXPECT_EQ(results->tests.at(0).ranks, expected);
  EXPECT_EQ(results->tests.at(1).ranks, std::nullopt);
  EXPECT_EQ(checker_results_complaint(with_ranks(R"("from":1,"to":2)")),
            "checker results:2: /test/ranks/messages/0: found an object, expected ranks of the lanes");
}

std::string with_crash(const std::string& from = "", const std::string& to = "") {
  const std::string crash =
      R"("crash":{"calls":[{"words":"create a","number":7,"fate":"lost"}],"earlier":6,"returned":1,)"
      R"("files":[{"name":"a","kind":"torn","bytes":4,"written":8}],"more_files":2,"complaint":"is torn"})";
  return changed(good_checker_results, "\"seconds\":0.25",
                 "\"seconds\":0.25," + (from.empty() ? crash : changed(crash, from, to)));
}

TEST(LoadCheckerResults, ReadsThePictureOfACrash) {
  const auto results = load_checker_results(with_crash());
  ASSERT_TRUE(results) << message_of(results.error());
  const CrashPicture expected{{{"create a", 7, CrashCall::Fate::lost}}, 6, 1,
                              {{"a", CrashFile::Kind::torn, 4, 8}},     2, "is torn"};
  EXPECT_EQ(results->tests.at(0).crash, expected);
  EXPECT_EQ(results->tests.at(1).crash, std::nullopt);
}

TEST(LoadCheckerResults, RefusesAPictureOfACrashThatNoPageCanDraw) {
  const std::string at = "checker results:2: /test/crash/";
  EXPECT_EQ(checker_results_complaint(with_crash("\"bytes\":4", "\"bytes\":9")),
            at + "files/0/bytes: found 9, expected at most as many as were written");
  EXPECT_THAT(checker_results_complaint(with_crash("\"bytes\":4", "\"bytes\":-1")),
              testing::StartsWith(at + "files/0/bytes: found -1"));
  EXPECT_THAT(checker_results_complaint(with_crash("\"lost\"", "\"eaten\"")),
              testing::StartsWith(at + "calls/0/fate: found \"eaten\""));
  EXPECT_THAT(checker_results_complaint(with_crash("create a", std::string(longest_crash_words + 1, 'w'))),
              testing::StartsWith(at + "calls/0/words: "));
  std::string calls;
  for (std::size_t i = 0; i <= most_crash_calls; ++i)
    calls += std::string(i > 0 ? "," : "") + R"({"words":"create a","number":7,"fate":"lost"})";
  EXPECT_THAT(
      checker_results_complaint(with_crash(R"({"words":"create a","number":7,"fate":"lost"})", calls)),
      testing::StartsWith(at + "calls: "));
}

constexpr char plot_line[] =
    R"({"plot":{"name":"p","title":"P","test":"Counted.Quick","x":{"label":"n","unit":"","logarithmic":true},"y":{"label":"peak","unit":"bytes","logarithmic":false},"series":[{"name":"s","provenance":"modelled","at":[1,2],"values":[3,0]}],"marks":[{"at":2,"text":"here"}]}}
)";

std::string with_plot(const std::string& from, const std::string& to) {
  return changed(good_checker_results, "{\"finished\"", changed(plot_line, from, to) + "{\"finished\"");
}

TEST(LoadCheckerResults, ReadsAPlot) {
  const auto results = load_checker_results(with_plot("here", "k* = 2"));
  ASSERT_TRUE(results) << message_of(results.error());
  const Plot expected{"p",
                      "P",
                      "Counted.Quick",
                      {"n", "", true},
                      {"peak", "bytes", false},
                      {{"s", Provenance::modelled, {1, 2}, {3, 0}}},
                      {{2, "k* = 2"}}};
  EXPECT_EQ(results->plots, std::vector<Plot>{expected});
}

TEST(LoadCheckerResults, APlotThatCannotBeDrawnIsRefused) {
  EXPECT_EQ(checker_results_complaint(with_plot("[3,0]", "[3]")),
            "checker results:5: /plot/series/0/values: found 1 values, expected 2, as \"at\" has");
  EXPECT_EQ(checker_results_complaint(with_plot("[1,2]", "[0,2]")),
            "checker results:5: /plot/series/0: found 0, expected numbers above 0 along a logarithmic axis");
  EXPECT_EQ(checker_results_complaint(with_plot("\"at\":2", "\"at\":-1")),
            "checker results:5: /plot/marks/0: found -1, expected numbers above 0 along a logarithmic axis");
}

// Any output of a worker must not turn its grade into a grader error.
TEST(LoadCheckerResults, BytesOfAWorkerAreNoReasonToStop) {
  const auto results =
      load_checker_results(changed(good_checker_results, "\"output\":\"hi\"", "\"output\":\"\xff\xfe\""));
  ASSERT_TRUE(results) << message_of(results.error());
  EXPECT_EQ(results->tests.at(0).output, "��");
}

TEST(LoadCheckerResults, ACheckerThatDiedSaysAfterHowManyTests) {
  const std::string died = "checker results: the checker stopped after 2 of 2 tests, before it had finished";
  EXPECT_EQ(
      checker_results_complaint(good_checker_results.substr(0, good_checker_results.find("{\"finished"))),
      died);
  EXPECT_EQ(checker_results_complaint(good_checker_results.substr(0, good_checker_results.size() - 1)), died)
      << "the last line was cut off";
  EXPECT_EQ(checker_results_complaint(good_checker_results.substr(0, good_checker_results.find('\n') + 9)),
            "checker results: the checker stopped after 0 of 2 tests, before it had finished");
  EXPECT_EQ(checker_results_complaint(""),
            "checker results: the checker stopped after 0 of 0 tests, before it had finished");
}

TEST(LoadCheckerResults, AFaultOfTheCheckerIsPassedOn) {
  EXPECT_EQ(checker_results_complaint(changed(good_checker_results,
                                              "{\"finished\":{\"tests\":2,\"sandbox\":\"bubblewrap\"}}",
                                              "{\"error\":{\"message\":\"the worker does not start\"}}")),
            "checker results:5: /error: the worker does not start");
}

struct BrokenCheckerResults {
  const char* from;
  const char* to;
  const char* complaint;
};

const BrokenCheckerResults broken_checker_results[] = {
    {"\"Right.Small\",\"Counted.Quick\"]", "\"Right.Small\",\"Counted.Quick\",\"A.B\"]",
     "checker results: found no result of the test \"A.B\""},
    {"\"Right.Small\",\"Counted.Quick\"]", "\"Right.Small\",\"Right.Small\"]",
     "checker results:1: /tests/1: found \"Right.Small\", expected a test's name once"},
    {"\"name\":\"Counted.Quick\"", "\"name\":\"Counted.Quik\"",
     "checker results:3: /test/name: found \"Counted.Quik\", expected one of the registered tests; did you "
     "mean "
     "\"Counted.Quick\"?"},
    {"\"name\":\"Counted.Quick\"", "\"name\":\"Right.Small\"",
     "checker results:3: /test/name: found \"Right.Small\", expected a result once per test"},
    {"\"outcome\":\"wrong_answer\"", "\"outcome\":\"full_marks\"",
     "checker results:2: /test/outcome: found \"full_marks\", expected \"passed\", \"wrong_answer\", "
     "\"build_failed\", "
     "\"crashed\", \"timed_out\", \"out_of_memory\", \"output_limit\", \"forbidden\", \"missing\", "
     "\"review\", \"deferred\", \"ungraded\" or "
     "\"not_run\""},
    {"\"value\":8.5", "\"value\":null",
     "checker results:4: /measurement/value: found null, expected a number"},
    {"\"value\":8.5", "\"value\":1e400",
     "checker results:4:46: found \"1e400\", expected a number below 1.8e308"},
    {"\"provenance\":\"counted\"", "\"provenance\":\"count\"",
     "checker results:4: /measurement/provenance: found \"count\", expected \"measured\", \"counted\", "
     "\"modelled\" or "
     "\"claimed\"; did you mean \"counted\"?"},
    {"\"line\":12", "\"line\":-12", "checker results:2: /test/place/line: found -12, expected a line number"},
    {"\"tests\":2", "\"tests\":3",
     "checker results:5: /finished/tests: found 3, expected 2, the results that came before"},
    {"{\"test\":{\"name\":\"Counted.Quick\"", "{\"tets\":{\"name\":\"Counted.Quick\"",
     "checker results:3: /tets: found an unknown key; did you mean \"test\"?"},
    {"{\"checker\":\"lab9\",", "{", "checker results:1: found no key \"checker\", expected one"},
    {"bubblewrap\"}}\n", "bubblewrap\"}}\n{}\n",
     "checker results:6: found a line after \"finished\", expected none"},
    {"\"reason\":\"c[3] is 1\"", "\"reason\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
     "checker results:2: found more than 32 levels of nesting, expected at most 32"},
};

TEST(LoadCheckerResults, EachBrokenLineGetsOneClearMessage) {
  ASSERT_EQ(checker_results_complaint(good_checker_results), "no complaint");
  for (const BrokenCheckerResults& one : broken_checker_results)
    EXPECT_EQ(checker_results_complaint(changed(good_checker_results, one.from, one.to)), one.complaint);
}

TEST(LoadCheckerResults, ALineIsBounded) {
  const std::string flood(5 << 20, 'x');
  EXPECT_EQ(checker_results_complaint(
                changed(good_checker_results, "\"output\":\"hi\"", "\"output\":\"" + flood + "\""))
                .substr(0, 26),
            "checker results:2: found 5");
}

}  // namespace
}  // namespace gridmark::load
