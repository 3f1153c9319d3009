#include "grader/load/written_part_json.h"

#include <gtest/gtest.h>

#include "grader/load/json_document.h"
#include "tests/load/sample_text.h"

namespace gridmark::load {
namespace {

const std::string good_written_part = R"({
  "sections": ["Method", "Work log"],
  "claims": [
    {"id": "loads", "title": "bytes", "unit": "bytes", "measurement": "tiled.bytes", "from": "Counted.Tiled", "flavour": "fast"},
    {"id": "cross", "unit": "count"}
  ],
  "plots": [{"image": "results/a.svg", "data": "results/a.csv", "columns": ["n", "cpu", "dev"], "points": 3, "facts": [
    {"fact": "rises", "column": "cpu", "over": "n"},
    {"fact": "covers", "over": "n", "values": [1, 2]},
    {"fact": "value", "column": "cpu", "over": "n", "at": 1, "claim": "loads"},
    {"fact": "crossover", "column": "dev", "below": "cpu", "over": "n", "claim": "cross"}],
    "modelled": {"plot": "sweep", "from": "Counted.Sweep"},
    "measured": [{"column": "cpu", "operations": 2, "power": 3, "per_second": [1e5, 5e13]}]}],
  "work_log": 3
})";

Result<WrittenPart> read(const std::string& text) {
  const auto document = parse_document(text, "lab.json", {Error::Source::lab}).value();
  Reading reading{Error::Source::lab, "lab.json"};
  WrittenPart part = read_written_part(Node(document, reading));
  return finish(reading, std::move(part));
}

std::string written_part_complaint(const std::string& from, const std::string& to) {
  const auto part = read(changed(good_written_part, from, to));
  return part ? "no complaint" : message_of(part.error());
}

TEST(WrittenPart, ReadsEveryField) {
  const auto part = read(good_written_part);
  ASSERT_TRUE(part) << message_of(part.error());
  EXPECT_EQ(part->sections.size(), 2u);
  EXPECT_EQ(part->claims.at(0),
            (RequiredClaim{"loads", "bytes", "bytes", "tiled.bytes", "Counted.Tiled", Flavour::fast}));
  EXPECT_EQ(part->plots.at(0).facts.at(3).below, "cpu");
  EXPECT_EQ(part->plots.at(0).facts.at(1).values, (std::vector<double>{1, 2}));
  EXPECT_EQ(part->plots.at(0).modelled, (ModelledColumns{"sweep", "Counted.Sweep"}));
  EXPECT_EQ(part->plots.at(0).measured, (std::vector<MeasuredColumn>{{"cpu", 2, 3, 1e5, 5e13}}));
  EXPECT_EQ(part->work_log, 3);
}

TEST(WrittenPart, EachMistakeOfAnAuthorsIsNamed) {
  EXPECT_EQ(written_part_complaint("\"work_log\"", "\"worklog\""),
            "lab.json: /worklog: found an unknown key; did you mean \"work_log\"?");
  EXPECT_EQ(written_part_complaint("\"id\": \"cross\"", "\"id\": \"loads\""),
            "lab.json: /claims/1/id: found \"loads\", expected an id that no other claim has");
  EXPECT_EQ(written_part_complaint("\"id\": \"cross\"", "\"id\": \"device\""),
            "lab.json: /claims/1/id: found \"device\", expected another id: \"device\" names the device of "
            "the times");
  EXPECT_EQ(written_part_complaint("\"claim\": \"cross\"", "\"claim\": \"crss\""),
            "lab.json: /plots/0/facts/3/claim: found \"crss\", expected the id of a claim; did you mean "
            "\"cross\"?");
  EXPECT_EQ(written_part_complaint("\"below\": \"cpu\"", "\"below\": \"gpu\""),
            "lab.json: /plots/0/facts/3/below: found \"gpu\", expected one of the plot's columns; did you "
            "mean \"cpu\"?");
  EXPECT_EQ(written_part_complaint("results/a.svg", "results/../a.svg"),
            "lab.json: /plots/0/image: found \"results/../a.svg\", expected a file of results/ that ends in "
            ".svg or .png");
  EXPECT_EQ(written_part_complaint("results/a.csv", "a.csv"),
            "lab.json: /plots/0/data: found \"a.csv\", expected a file of results/ that ends in .csv");
  EXPECT_EQ(written_part_complaint("\"measurement\": \"tiled.bytes\", ", ""),
            "lab.json: /claims/0/from: found no \"measurement\" next to it, expected one");
  EXPECT_EQ(written_part_complaint(", \"claim\": \"cross\"", ", \"claim\": \"loads\""),
            "lab.json: /claims/1: found no \"measurement\" and no fact of a plot that names this claim, "
            "expected one of "
            "them");
  EXPECT_EQ(written_part_complaint("\"points\": 3", "\"points\": 1"),
            "lab.json: /plots/0/points: found 1, expected a whole number of rows, 2 to 10000");
  EXPECT_EQ(written_part_complaint("[1e5, 5e13]", "[5e13, 1e5]"),
            "lab.json: /plots/0/measured/0/per_second: found an array, expected the "
            "slowest and the "
            "fastest speed, in this order");
  EXPECT_EQ(
      written_part_complaint("\"column\": \"cpu\", \"operations\"", "\"column\": \"cp\", \"operations\""),
      "lab.json: /plots/0/measured/0/column: found \"cp\", expected one of the plot's columns; did you mean "
      "\"cpu\"?");
}

}  // namespace
}  // namespace gridmark::load
