#include "grader/load/measurement_json.h"

namespace gridmark {
namespace {

constexpr Range any_value{-1e300, 1e300, "a number"};
constexpr Range line_number{0, 1e9, "a line number"};
constexpr Range seconds{0, 1e9, "a number of seconds, 0 or more"};

}  // namespace

Place read_place(const Node& node) {
  node.keys({"file", "line"});
  return {node["file"].text(1, most_sentence), static_cast<int>(node["line"].whole(line_number))};
}

std::optional<Place> find_place(const Node& node) {
  const auto place = node.find("place");
  if (!place || place->is_null()) return std::nullopt;
  return read_place(*place);
}

Measurement read_measurement(const Node& node) {
  Measurement read;
  read.name = node["name"].text(1, 256);
  read.value = node["value"].number(any_value);
  read.unit = node["unit"].text(0, 64);
  read.device = node["device"].one_of<Device>();
  read.flavour = node["flavour"].one_of<Flavour>();
  read.provenance = node["provenance"].one_of<Provenance>();
  read.detail = node["detail"].text(0, most_sentence);
  read.place = find_place(node);
  return read;
}

TestResult read_test(const Node& node) {
  node.keys({"name", "outcome", "reason", "place", "output", "seconds"});
  TestResult read;
  read.name = node["name"].text(1, 256);
  read.outcome = node["outcome"].one_of<Outcome>();
  read.reason = node["reason"].text(0, most_sentence);
  read.place = find_place(node);
  read.output = node["output"].text(0, most_output);
  read.seconds = node["seconds"].number(seconds);
  return read;
}

}  // namespace gridmark
