#include "grader/load/load_rubric.h"

#include <gtest/gtest.h>

#include "tests/load/sample_text.h"
#include "tests/load/temporary_folder.h"

namespace gridmark::load {
namespace {

const std::string good_rubric = R"({
  "lab": "lab9",
  "passing": 0.6,
  "criteria": [
    {"id": "correct", "title": "Correct", "items": [
      {"id": "right", "title": "It is right", "points": 2, "tests": ["Right.*", "Also.Right"]},
      {"id": "quick", "title": "It is quick", "points": 1.5, "needs": ["right"], "targets": {
        "emulated": {"measurement": "quick.bytes", "from": "Counted.Quick", "flavour": "counted", "unit": "bytes",
          "curve": {"kind": "steps", "better": "lower", "knots": [[10, 1], [20, 0.5]]}}}}
    ]},
    {"id": "more", "title": "More", "items": [
      {"id": "extra", "title": "Extra", "points": 1, "needs": ["quick", "right"], "tests": ["Extra.*"]}
    ]}
  ]
})";

std::string rubric_complaint(const std::string& text) {
  const auto rubric = parse_rubric(text, "r.json", "lab9");
  return rubric ? "no complaint" : message_of(rubric.error());
}

TEST(LoadRubric, ATargetIsCalibratedUnlessItSaysOtherwise) {
  EXPECT_TRUE(parse_rubric(good_rubric, "r.json", "lab9")
                  ->criteria.at(0)
                  .items.at(1)
                  .targets.at(Device::emulated)
                  .calibrated);
  std::string text = good_rubric;
  text.replace(text.find("\"unit\": \"bytes\""), 15, "\"unit\": \"bytes\", \"calibrated\": false");
  const auto rubric = parse_rubric(text, "r.json", "lab9");
  ASSERT_TRUE(rubric) << message_of(rubric.error());
  EXPECT_FALSE(rubric->criteria.at(0).items.at(1).targets.at(Device::emulated).calibrated);
}

TEST(LoadRubric, ALineIsQuickUnlessItSaysOtherwise) {
  EXPECT_TRUE(parse_rubric(good_rubric, "r.json", "lab9")->criteria.at(1).items.at(0).quick);
  const std::string text = changed(good_rubric, "\"id\": \"extra\"", "\"id\": \"extra\", \"quick\": false");
  const auto rubric = parse_rubric(text, "r.json", "lab9");
  ASSERT_TRUE(rubric) << message_of(rubric.error());
  EXPECT_FALSE(rubric->criteria.at(1).items.at(0).quick);
  EXPECT_TRUE(rubric->criteria.at(0).items.at(0).quick);
}

TEST(LoadRubric, ReadsEveryField) {
  const auto rubric = parse_rubric(good_rubric, "r.json", "lab9");
  ASSERT_TRUE(rubric) << message_of(rubric.error());
  EXPECT_EQ(rubric->passing, 0.6);
  EXPECT_EQ(total_points(*rubric), Points(4.5));
  const Item& quick = rubric->criteria.at(0).items.at(1);
  EXPECT_EQ(quick.needs, std::vector<std::string>{"right"});
  const Target& target = quick.targets.at(Device::emulated);
  EXPECT_EQ(target.from, "Counted.Quick");
  EXPECT_EQ(target.curve, (Curve{Curve::Kind::steps, Curve::Better::lower, {{10, 1}, {20, 0.5}}}));
  EXPECT_EQ(rubric->criteria.at(1).items.at(0).tests, std::vector<std::string>{"Extra.*"});
}

TEST(LoadRubric, DefaultsAreAPassMarkOf70PercentAndTheCountedBuild) {
  std::string text = changed(good_rubric, "\"passing\": 0.6,", "");
  text = changed(text, "\"flavour\": \"counted\",", "");
  const auto rubric = parse_rubric(text, "r.json", "lab9");
  ASSERT_TRUE(rubric) << message_of(rubric.error());
  EXPECT_EQ(rubric->passing, 0.7);
  EXPECT_EQ(rubric->criteria.at(0).items.at(1).targets.at(Device::emulated).flavour, Flavour::counted);
}

TEST(LoadRubric, ALabMayCountInNoGrade) {
  EXPECT_TRUE(parse_rubric(good_rubric, "r.json", "lab9")->credit);
  std::string text = good_rubric;
  text.insert(1, "\"credit\": false,");
  const auto rubric = parse_rubric(text, "r.json", "lab9");
  ASSERT_TRUE(rubric) << message_of(rubric.error());
  EXPECT_FALSE(rubric->credit);
}

TEST(LoadRubric, TheCoursesOwnRubricLoads) {
  const auto rubric = load_rubric(GRIDMARK_SOURCE_DIR "/rubrics/lab1-gpu-basics.json", "lab1-gpu-basics");
  ASSERT_TRUE(rubric) << message_of(rubric.error());
  EXPECT_EQ(total_points(*rubric), Points(20));
}

struct BrokenRubric {
  const char* from;  ///< replaced once in `good`
  const char* to;
  const char* complaint;
};

const BrokenRubric broken_rubric[] = {
    // The frame
    {"\"lab\": \"lab9\"", "\"lab\": \"lab2\"",
     "r.json: /lab: found \"lab2\", expected \"lab9\", the lab that is graded"},
    {"\"lab\": \"lab9\",", "", "r.json: found no key \"lab\", expected one"},
    {"\"lab\": \"lab9\"", "\"lab\": 9", "r.json: /lab: found 9, expected a text"},
    {"\"passing\": 0.6", "\"pasing\": 0.6",
     "r.json: /pasing: found an unknown key; did you mean \"passing\"?"},
    {"\"passing\": 0.6", "\"deadline\": 1",
     "r.json: /deadline: found an unknown key; known: $schema, lab, credit, passing, criteria"},
    {"\"passing\": 0.6", "\"passing\": 0",
     "r.json: /passing: found 0, expected a fraction above 0 and at most 1"},
    {"\"passing\": 0.6", "\"passing\": 70",
     "r.json: /passing: found 70, expected a fraction above 0 and at most 1"},
    {"\"passing\": 0.6", "\"passing\": 1e999",
     "r.json:3:14: found \"1e999\", expected a number below 1.8e308"},
    {"\"passing\": 0.6", "\"passing\": NaN", "r.json:3:14: found \"NaN\", expected a value"},
    {"\"passing\": 0.6", "\"lab\": \"lab9\"", "r.json: /lab: found this key twice, expected it once"},
    {"\"passing\": 0.6,", "\"passing\": 0.6",
     "r.json:4:3: found \"\\\"criteria\\\"\", expected \",\" or \"}\""},

    // Criteria and items
    {"{\"id\": \"more\", \"title\": \"More\", \"items\": [", "{\"id\": \"more\", \"items\": [",
     "r.json: /criteria/1: found no key \"title\", expected one"},
    {"\"id\": \"more\"", "\"id\": \"correct\"",
     "r.json: /criteria/1/id: found \"correct\", expected another id: /criteria/0/id has this one"},
    {"\"id\": \"more\"", "\"id\": \"More!\"",
     "r.json: /criteria/1/id: found \"More!\", expected an id of a-z, 0-9 and _"},
    {"\"id\": \"extra\"", "\"id\": \"quick\"",
     "r.json: /criteria/1/items/0/id: found \"quick\", expected another id: /criteria/0/items/1/id has "
     "this one"},
    {"\"title\": \"Extra\"", "\"title\": \"\"",
     "r.json: /criteria/1/items/0/title: found \"\", expected a text that is not empty"},
    {"\"points\": 2,", "\"points\": \"two\",",
     "r.json: /criteria/0/items/0/points: found \"two\", expected a number of points, 0 or more"},
    {"\"points\": 2,", "\"points\": -1,",
     "r.json: /criteria/0/items/0/points: found -1, expected a number of points, 0 or more"},
    {"\"points\": 2,", "\"points\": 1e12,",
     "r.json: /criteria/0/items/0/points: found 1000000000000.0, expected at most 1000000 points"},
    {"\"points\": 2,", "\"points\": 0.333,",
     "r.json: /criteria/0/items/0/points: found 0.333, expected points in steps of 0.01"},
    {"\"points\": 2,", "\"points\": true,",
     "r.json: /criteria/0/items/0/points: found true, expected a number of points, 0 or more"},
    {"\"points\": 2,", "\"pionts\": 2,",
     "r.json: /criteria/0/items/0/pionts: found an unknown key; did you mean \"points\"?"},
    {"\"points\": 2, ", "", "r.json: /criteria/0/items/0: found no key \"points\", expected one"},

    // Tests and measurements of an item
    {"\"tests\": [\"Extra.*\"]", "\"tests\": []",
     "r.json: /criteria/1/items/0/tests: found an empty array, expected at least one pattern of tests"},
    {"\"tests\": [\"Extra.*\"]", "\"tests\": \"Extra.*\"",
     "r.json: /criteria/1/items/0/tests: found \"Extra.*\", expected an array"},
    {"[\"Extra.*\"]", "[\"Extra.*:-Hard.*\"]",
     "r.json: /criteria/1/items/0/tests/0: found \"Extra.*:-Hard.*\", expected a test's name such as "
     "\"Suite.Test\" or "
     "\"Suite.*\""},
    {", \"tests\": [\"Extra.*\"]", "",
     "r.json: /criteria/1/items/0: found no rule, expected one of \"tests\", \"targets\", \"report\" and "
     "\"manual\""},
    {"\"needs\": [\"right\"],", "\"tests\": [\"Quick.*\"],",
     "r.json: /criteria/0/items/1: found \"tests\" and \"targets\", expected one of \"tests\", \"targets\", "
     "\"report\" and "
     "\"manual\""},
    {"\"tests\": [\"Extra.*\"]", "\"report\": \"claims\", \"manual\": true",
     "r.json: /criteria/1/items/0: found \"report\" and \"manual\", expected one of \"tests\", \"targets\", "
     "\"report\" and "
     "\"manual\""},
    {"\"tests\": [\"Extra.*\"]", "\"report\": \"claim\"",
     "r.json: /criteria/1/items/0/report: found \"claim\", expected \"sections\", \"claims\", \"plots\" or "
     "\"work_log\"; did you mean \"claims\"?"},
    {"\"tests\": [\"Extra.*\"]", "\"manual\": false",
     "r.json: /criteria/1/items/0/manual: found false, expected true, or no such key"},
    {"\"id\": \"extra\"", "\"id\": \"extra\", \"quick\": true",
     "r.json: /criteria/1/items/0/quick: found true, expected false, or no such key"},
    {"\"id\": \"extra\"", "\"id\": \"extra\", \"quick\": \"no\"",
     "r.json: /criteria/1/items/0/quick: found \"no\", expected true or false"},
    {"\"needs\": [\"right\"]", "\"needs\": [\"rigth\"]",
     "r.json: /criteria/0/items/1/needs/0: found \"rigth\", expected the id of an item; did you mean "
     "\"right\"?"},
    {"\"needs\": [\"right\"]", "\"needs\": [\"quick\"]",
     "r.json: /criteria/0/items/1/needs: found the circle quick -> quick, expected needs that come to an "
     "end"},
    {"\"needs\": [\"right\"]", "\"needs\": [\"extra\"]",
     "r.json: /criteria/0/items/1/needs: found the circle quick -> extra -> quick, expected needs that come "
     "to an end"},
    {"\"needs\": [\"right\"]", "\"needs\": \"right\"",
     "r.json: /criteria/0/items/1/needs: found \"right\", expected an array"},

    // Targets and curves
    {"\"emulated\": {", "\"emulator\": {",
     "r.json: /criteria/0/items/1/targets/emulator: found an unknown key; did you mean \"emulated\"?"},
    {"\"unit\": \"bytes\",", "",
     "r.json: /criteria/0/items/1/targets/emulated: found no key \"unit\", expected one"},
    {"\"flavour\": \"counted\"", "\"flavour\": \"count\"",
     "r.json: /criteria/0/items/1/targets/emulated/flavour: found \"count\", expected \"fast\" or "
     "\"counted\"; "
     "did you "
     "mean \"counted\"?"},
    {"\"kind\": \"steps\"", "\"kind\": \"cubic\"",
     "r.json: /criteria/0/items/1/targets/emulated/curve/kind: found \"cubic\", expected \"steps\" or "
     "\"linear\""},
    {"\"better\": \"lower\"", "\"better\": \"higher\"",
     "r.json: /criteria/0/items/1/targets/emulated/curve/knots/1: found the limit 20 after 10, expected a "
     "smaller one: "
     "\"better\" is \"higher\", so the best comes first"},
    {"[20, 0.5]", "[10, 0.5]",
     "r.json: /criteria/0/items/1/targets/emulated/curve/knots/1: found the limit 10 after 10, expected a "
     "larger one: "
     "\"better\" is \"lower\", so the best comes first"},
    {"[20, 0.5]", "[20, 0.5], [30, 0.75]",
     "r.json: /criteria/0/items/1/targets/emulated/curve/knots/2: found the fraction 0.75 after 0.5, "
     "expected fractions that do not increase: list the best limit first"},
    {"[20, 0.5]", "[20, 1.5]",
     "r.json: /criteria/0/items/1/targets/emulated/curve/knots/1/1: found 1.5, expected a fraction of the "
     "points, 0 to 1"},
    {"[20, 0.5]", "[20]",
     "r.json: /criteria/0/items/1/targets/emulated/curve/knots/1: found an array, expected 2 numbers: a "
     "limit and a fraction"},
    {"[[10, 1], [20, 0.5]]", "[]",
     "r.json: /criteria/0/items/1/targets/emulated/curve/knots: found an empty array, expected at least 1 "
     "element"},
    {"[10, 1]", "[10, 0.9]",
     "r.json: /criteria/0/items/1/targets/emulated/curve/knots/0: found the fraction 0.9, expected 1 at the "
     "first knot: otherwise full points are impossible"},
    {"[10, 1]", "[null, 1]",
     "r.json: /criteria/0/items/1/targets/emulated/curve/knots/0/0: found null, expected a limit, a number"},
};

TEST(LoadRubric, EachBrokenRubricGetsOneClearMessage) {
  ASSERT_EQ(rubric_complaint(good_rubric), "no complaint");
  for (const BrokenRubric& one : broken_rubric)
    EXPECT_EQ(rubric_complaint(changed(good_rubric, one.from, one.to)), one.complaint);
}

TEST(LoadRubric, OtherDocumentsAreNoRubrics) {
  EXPECT_EQ(rubric_complaint("[]"), "r.json: found an empty array, expected an object");
  EXPECT_EQ(rubric_complaint("null"), "r.json: found null, expected an object");
  EXPECT_EQ(rubric_complaint(R"({"lab": "lab9", "criteria": []})"),
            "r.json: /criteria: found an empty array, expected at least one criterion");
  EXPECT_EQ(rubric_complaint(R"({"lab": "lab9", "criteria": [{"id": "a", "title": "A", "items": []}]})"),
            "r.json: /criteria/0/items: found an empty array, expected at least one item");
  EXPECT_EQ(rubric_complaint(
                R"({"lab": "lab9", "criteria": [{"id": "a", "title": "A", "items": [{"id": "b", "title": "B",
                          "points": 1, "targets": {}}]}]})"),
            "r.json: /criteria/0/items/0/targets: found an empty object, expected a target for at least one "
            "device");
}

// Fifty layers of two items, and each needs both items below: 2^50 paths, a hundred items.
TEST(LoadRubric, NeedsWithManyWaysThroughThemAreQuick) {
  std::string criteria;
  for (int layer = 0; layer < 50; ++layer) {
    const std::string below = std::to_string(layer - 1), own = std::to_string(layer);
    const std::string needs = layer == 0 ? "" : R"("needs": ["a)" + below + R"(", "b)" + below + "\"],";
    std::string items;
    for (const std::string name : {"a", "b"})
      items += (items.empty() ? "" : ",") + (R"({"id": ")" + name) + own +
               R"(", "title": "T", "points": 1, )" + needs + R"("tests": ["A.B"]})";
    criteria += (criteria.empty() ? "" : ",") + (R"({"id": "c)" + own) + R"(", "title": "T", "items": [)" +
                items + "]}";
  }
  EXPECT_EQ(rubric_complaint(R"({"lab": "lab9", "criteria": [)" + criteria + "]}"), "no complaint");
}

class RubricFile : public testing::Test {
 protected:
  std::string complaint_about(const std::string& name) const {
    const auto rubric = load_rubric(folder_.path() / name, "lab9");
    return rubric ? "no complaint" : folder_.without_path(message_of(rubric.error()));
  }

  TemporaryFolder folder_;
};

TEST_F(RubricFile, AMissingOneNamesItsNeighbour) {
  folder_.write("lab9.json", good_rubric);
  EXPECT_EQ(complaint_about("lab9.json"), "no complaint");
  EXPECT_EQ(complaint_about("lba9.json"), "lba9.json: found no such file; did you mean \"lab9.json\"?");
}

TEST_F(RubricFile, AFolderIsNoFile) {
  std::filesystem::create_directory(folder_.path() / "lab9.json");
  EXPECT_EQ(complaint_about("lab9.json"),
            "lab9.json: found something else than a regular file, expected a regular file");
}

TEST_F(RubricFile, AHugeOneIsNotRead) {
  folder_.write("lab9.json", "");
  std::filesystem::resize_file(folder_.path() / "lab9.json", std::uintmax_t{1} << 40);  // sparse
  EXPECT_EQ(complaint_about("lab9.json"), "lab9.json: found 1099511627776 bytes, expected at most 1048576");
}

}  // namespace
}  // namespace gridmark::load
