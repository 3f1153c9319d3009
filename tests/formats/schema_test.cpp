// The published schemas must match the loaders and the printers.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "grader/load/load_checker_results.h"
#include "grader/load/load_record.h"
#include "grader/load/load_rubric.h"
#include "grader/report/json_printer.h"
#include "tests/formats/schema.h"
#include "tests/report/example_records.h"

namespace gridmark {
namespace {

using nlohmann::json;

const std::filesystem::path source_root = GRIDMARK_SOURCE_DIR;

json read(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("no " + path.string());
  return json::parse(file);
}

TEST(Schema, SaysWhereADocumentIsWrong) {
  const Schema schema(R"({"type": "object", "required": ["a"], "additionalProperties": false, "properties": {
      "a": {"type": "array", "minItems": 1, "items": {"$ref": "#/definitions/small"}}, "b": {"oneOf": [{"type": "null"},
      {"enum": ["x"]}]}}, "definitions": {"small": {"type": "integer", "maximum": 3}}})"_json);
  EXPECT_EQ(schema.complaints(R"({"a": [1, 3.0], "b": "x"})"_json), "");
  EXPECT_EQ(schema.complaints(R"({"b": null})"_json), "/: required a\n");
  EXPECT_EQ(schema.complaints(R"({"a": [1, 4]})"_json), "/a/1: maximum\n");
  EXPECT_EQ(schema.complaints(R"({"a": [1.5]})"_json), "/a/0: type\n");
  EXPECT_EQ(schema.complaints(R"({"a": [], "b": "y", "c": 1})"_json),
            "/a: minItems\n/b: oneOf\n/: additionalProperties c\n");
}

// An ignored keyword would look like one that holds.
TEST(Schema, AnUnknownKeywordIsNoSchema) {
  EXPECT_THROW(Schema(R"({"properties": {"a": {"multipleOf": 2}}})"_json).complaints(R"({"a": 1})"_json),
               std::logic_error);
}

TEST(RecordSchema, HoldsForEveryRecordThatIsPrinted) {
  const Schema schema = published("record");
  for (const Example& one : example_records())
    EXPECT_EQ(schema.complaints(json::parse(report::print_json(one.record))), "") << one.name;
}

TEST(RecordSchema, EveryKeyIsRequiredAndNoOtherAllowed) {
  const Schema schema = published("record");
  const json good = json::parse(report::print_json(example("mixed")));
  for (const auto& [key, value] : good.items()) {
    json without = good;
    without.erase(key);
    EXPECT_NE(schema.complaints(without), "") << key;
  }
  for (const char* list : {"items", "criteria", "tests", "measurements", "builds"}) {
    json more = good;
    more[list][0]["surprise"] = 1;
    EXPECT_NE(schema.complaints(more), "") << list;
  }
}

/// A paired timing with one process and one pair.
PairedTimingFacts small_paired_timing() {
  PairedTimingFacts paired_timing;
  paired_timing.low = 1.4;
  paired_timing.high = 1.6;
  paired_timing.settled = true;
  paired_timing.clock = timing::ClockKind::cpu;
  paired_timing.clock_source = "cgroup2";
  paired_timing.pairs = 1;
  paired_timing.seconds = 2.5;
  paired_timing.processes = {{0.001, {{{0.03, 0.04, 0, 0, 0, 2000}, {0.02, 0.03, 0, 0, 0, 2000}}}}};
  return paired_timing;
}

TEST(RecordSchema, HoldsForAPairedTimingThatComesBackAsItWas) {
  GradeRecord record = example("mixed");
  record.measurements.at(0).paired_timing = small_paired_timing();
  const std::string text = report::print_json(record);
  EXPECT_EQ(published("record").complaints(json::parse(text)), "");
  const auto again = load::load_record(text, "record.json");
  ASSERT_TRUE(again) << message_of(again.error());
  EXPECT_EQ(again->measurements.at(0).paired_timing, small_paired_timing());
}

TEST(LabSchema, HoldsForEveryLabOfTheCourse) {
  const Schema schema = published("lab");
  int labs = 0;
  for (const auto& folder : std::filesystem::directory_iterator(source_root / "labs")) {
    if (!std::filesystem::exists(folder.path() / "lab.json")) continue;
    EXPECT_EQ(schema.complaints(read(folder.path() / "lab.json")), "") << folder.path();
    ++labs;
  }
  EXPECT_GT(labs, 0);
}

TEST(LabSchema, RefusesWhatTheLoaderRefuses) {
  const Schema schema = published("lab");
  EXPECT_EQ(schema.complaints(R"({"title": "T", "limits": {"wall_seconds": 2}})"_json), "");
  for (const char* text :
       {R"({})", R"({"title": ""})", R"({"title": "T", "titel": 1})", R"({"title": "T", "order": 1.5})",
        R"({"title": "T", "limits": {"wall_seconds": 0}})",
        R"({"title": "T", "build_limits": {"memory": 1}})"})
    EXPECT_NE(schema.complaints(json::parse(text)), "") << text;
}

TEST(RubricSchema, HoldsForEveryRubricOfTheCourse) {
  const Schema schema = published("rubric");
  int rubrics = 0;
  for (const auto& file : std::filesystem::directory_iterator(source_root / "rubrics")) {
    EXPECT_EQ(schema.complaints(read(file.path())), "") << file.path();
    EXPECT_TRUE(load::load_rubric(file.path(), file.path().stem().string())) << file.path();
    ++rubrics;
  }
  EXPECT_GT(rubrics, 0);
}

TEST(RubricSchema, RefusesWhatTheLoaderRefuses) {
  const Schema schema = published("rubric");
  const json good = read(source_root / "rubrics/lab1-gpu-basics.json");
  for (
      const char* patch : {
          R"([{"op": "remove", "path": "/criteria"}])",
          R"([{"op": "replace", "path": "/passing", "value": 0}])",
          R"([{"op": "replace", "path": "/passing", "value": 1.5}])",
          R"([{"op": "replace", "path": "/criteria", "value": []}])",
          R"([{"op": "add", "path": "/criteria/0/colour", "value": "red"}])",
          R"([{"op": "replace", "path": "/criteria/0/items/0/points", "value": -1}])",
          R"([{"op": "replace", "path": "/criteria/0/items/0/points", "value": "two"}])",
          R"([{"op": "replace", "path": "/criteria/0/items/0/id", "value": "No Id"}])",
          R"([{"op": "replace", "path": "/criteria/0/items/0/tests", "value": []}])",
          R"([{"op": "add", "path": "/criteria/0/items/0/quick", "value": true}])",
          R"([{"op": "add", "path": "/criteria/0/items/0/quick", "value": "no"}])",
          R"([{"op": "replace", "path": "/criteria/0/items/0/tests/0", "value": "A.B:C.D"}])",
          R"([{"op": "remove", "path": "/criteria/0/items/0/tests"}])",
          R"([{"op": "add", "path": "/criteria/1/items/0/tests", "value": ["A.B"]}])",
          R"([{"op": "replace", "path": "/criteria/1/items/0/targets", "value": {}}])",
          R"([{"op": "replace", "path": "/criteria/1/items/0/targets/emulated/flavour", "value": "slow"}])",
          R"([{"op": "replace", "path": "/criteria/1/items/0/targets/emulated/curve/knots", "value": []}])",
          R"([{"op": "add", "path": "/criteria/1/items/0/targets/emulated/paired_timing", "value": {"seconds": 0}}])",
          R"([{"op": "add", "path": "/criteria/1/items/0/targets/emulated/paired_timing", "value": {"minutes": 1}}])",
          R"([{"op": "replace", "path": "/criteria/1/items/0/targets/emulated/curve/knots/0", "value": [1]}])",
          R"([{"op": "replace", "path": "/criteria/1/items/0/targets/emulated/curve/knots/0/1", "value": 2}])",
      }) {
    const json changed = good.patch(json::parse(patch));
    EXPECT_NE(schema.complaints(changed), "") << patch;
    EXPECT_FALSE(load::parse_rubric(changed.dump(), "r.json", "lab1-gpu-basics")) << patch;
  }
}

TEST(CheckerResultsSchema, HoldsForEachLineThatTheLoaderTakes) {
  const std::string text =
      R"({"checker":"lab9","device":"emulated","tests":["A.B"]}
{"test":{"name":"A.B","outcome":"crashed","reason":"r","place":{"file":"a.cu","line":3},"output":"o","seconds":0.5}}
{"measurement":{"name":"m","value":1.5,"unit":"ratio","device":"emulated","flavour":"counted","provenance":"counted","detail":"","test":"A.B"}}
{"measurement":{"name":"s","value":1.5,"unit":"ratio","device":"emulated","flavour":"fast","provenance":"measured","detail":"","paired_timing":{"low":1.4,"high":1.6,"settled":true,"clock":"cpu","clock_source":"","calls_per_bell":1,"pairs":1,"contaminated_pairs":0,"seconds":1,"processes":[{"overhead_seconds":0,"pairs":[{"reference":[1,1,0,0,0,0],"student":[1,1,0,0,0,0]}]}]}}}
{"deferred":{"measurement":"t","reason":"restless","test":"A.B"}}
{"finished":{"tests":1,"sandbox":"bubblewrap"}}
)";
  ASSERT_TRUE(load::load_checker_results(text));
  const Schema schema = published("checker-results");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    EXPECT_EQ(schema.complaints(json::parse(line)), "") << line;
  EXPECT_EQ(schema.complaints(R"({"error": {"message": "no worker"}})"_json), "");
  for (const char* line :
       {R"({})", R"({"test": {"name": "A.B"}})", R"({"finished": {"tests": -1, "sandbox": "x"}})",
        R"({"error": {"message": "m"}, "finished": {"tests": 0, "sandbox": "x"}})"})
    EXPECT_NE(schema.complaints(json::parse(line)), "") << line;
}

}  // namespace
}  // namespace gridmark
