#include "grader/load/rubric_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/load/json_place.h"
#include "grader/load/load_rubric.h"

namespace gridmark::load {
namespace {

// An odd layout, and the item's words in other places.
constexpr std::string_view odd_rubric = R"({
  "lab": "lab9", "passing":0.70,
  "criteria": [ { "id": "one", "title": "tiled \"knots\": [[7, 1.0]] {", "items": [
    { "id": "first", "title": "tiled", "points": 1, "tests": ["A.B"] } ] },
    { "id": "two", "title": "x", "items": [
    { "title": "t", "\u0069d": "tiled", "points": 1.50,
      "targets": { "emulated" : { "measurement": "m", "from": "A.*", "unit": "knots",
        "curve": {"kind": "steps" ,"better":"lower","knots":[ [1.050,1.0],[2.0 , 0.5 ] , [4e0, 0] ]}}}}
  ] } ] }
)";

Curve stepped_curve(std::vector<Knot> knots) {
  return {Curve::Kind::steps, Curve::Better::lower, std::move(knots)};
}

Result<std::string> limits_changed(std::string_view from, std::vector<Knot> knots) {
  return with_limits(from, "r.json", "tiled", Device::emulated, stepped_curve(std::move(knots)));
}

std::string text_replaced(std::string from, const std::string& old, const std::string& now) {
  return from.replace(from.find(old), old.size(), now);
}

TEST(WithLimits, OnlyTheNumbersChange) {
  std::string expected = text_replaced(std::string(odd_rubric), "[1.050,1.0]", "[1.2,1.0]");
  expected = text_replaced(expected, "[2.0 , 0.5 ]", "[2.28571 , 0.5 ]");
  EXPECT_EQ(limits_changed(odd_rubric, {{1.2, 1}, {2.28571, 0.5}, {4, 0}}).value(), expected);
}

TEST(WithLimits, ALimitThatStaysIsNotWrittenAgain) {
  EXPECT_EQ(limits_changed(odd_rubric, {{1.05, 1}, {2, 0.5}, {4, 0}}).value(), odd_rubric);
}

TEST(WithLimits, AByteOrderMarkStays) {
  const std::string marked = "\xEF\xBB\xBF" + std::string(odd_rubric);
  EXPECT_EQ(limits_changed(marked, {{1, 1}, {2, 0.5}, {4, 0}}).value(),
            text_replaced(marked, "[1.050,", "[1,"));
}

TEST(WithLimits, TheNewTextReadsAsTheNewNumbers) {
  const std::vector<Knot> knots{{0.1 + 0.2, 1}, {1 / 3.0, 0.5}, {1e17, 0}};
  const Rubric rubric = parse_rubric(limits_changed(odd_rubric, knots).value(), "r.json", "lab9").value();
  EXPECT_EQ(rubric.criteria[1].items[0].targets.at(Device::emulated).curve.knots, knots);
}

TEST(WithLimits, AMissingTargetIsAnError) {
  EXPECT_FALSE(with_limits(odd_rubric, "r.json", "first", Device::emulated, stepped_curve({{1, 1}})));
  EXPECT_FALSE(with_limits(odd_rubric, "r.json", "tiled", Device::cuda, stepped_curve({{1, 1}})));
  EXPECT_FALSE(limits_changed(odd_rubric, {{1, 1}, {2, 0.5}, {3, 0.2}, {4, 0}}));
}

TEST(PlaceOfValue, FindsMembersAndElements) {
  constexpr std::string_view nested =
      R"( { "a" : [ ] , "b":[1,{"c":"]}\"" , "d": [ true, null ]}, -2.5e3 ] } )";
  const auto found = [&](const std::vector<std::string>& steps) {
    const auto place = place_of_value(nested, steps);
    return place ? std::string(nested.substr(place->at, place->length)) : "nothing";
  };
  EXPECT_EQ(found({"b", "0"}), "1");
  EXPECT_EQ(found({"b", "1", "c"}), R"("]}\"")");
  EXPECT_EQ(found({"b", "1", "d", "1"}), "null");
  EXPECT_EQ(found({"b", "2"}), "-2.5e3");
  EXPECT_EQ(found({"a"}), "nothing");
  EXPECT_EQ(found({"a", "0"}), "nothing");
  EXPECT_EQ(found({"b", "3"}), "nothing");
  EXPECT_EQ(found({"c"}), "nothing");
  EXPECT_EQ(found({"b", "0", "0"}), "nothing");
}

}  // namespace
}  // namespace gridmark::load
