#include "grader/load/measurement_json.h"

#include "grader/load/common_values.h"
#include "grader/load/protocol_values.h"

namespace gridmark::load {
Place read_place(const Node& node) {
  node.keys({"file", "line"});
  return {node["file"].text(1, most_message), static_cast<int>(node["line"].whole(line_number))};
}

std::optional<Place> find_place(const Node& node) {
  const auto place = node.find("place");
  if (!place || place->is_null()) return std::nullopt;
  return read_place(*place);
}

int read_run(const Node& node) {
  const auto run = node.find("run");
  return run ? static_cast<int>(run->whole({0, 1000, "the number of a run, 0 to 1000"})) : 0;
}

Measurement read_measurement(const Node& node) {
  Measurement read;
  read.name = node["name"].text(1, 256);
  read.value = node["value"].number(any_number);
  read.unit = node["unit"].text(0, 64);
  read.device = node["device"].one_of<Device>();
  read.flavour = node["flavour"].one_of<Flavour>();
  read.provenance = node["provenance"].one_of<Provenance>();
  read.detail = node["detail"].text(0, most_message);
  read.place = find_place(node);
  if (const auto paired_timing = node.find("paired_timing"))
    read.paired_timing = read_paired_timing(*paired_timing);
  if (const auto access = node.find("access")) read.access = read_warp_access(*access);
  return read;
}

namespace {

ReplacementSeen read_replacement(const Node& node) {
  node.keys({"arrays", "outputs", "tolerated"});
  return {node["arrays"].texts(), static_cast<int>(node["outputs"].whole({0, 1000, "a number of outputs"})),
          node["tolerated"].text(0, most_message)};
}

TestResult read_result(const Node& node) {
  TestResult read;
  read.name = node["name"].text(1, 256);
  read.outcome = node["outcome"].one_of<Outcome>();
  read.reason = node["reason"].text(0, most_message);
  read.place = find_place(node);
  read.output = node["output"].text(0, most_output);
  read.seconds = node["seconds"].number(any_seconds);
  return read;
}

}  // namespace

TestResult read_test(const Node& node) {
  node.keys({"name", "outcome", "reason", "place", "output", "seconds", "run", "visibility"});
  TestResult read = read_result(node);
  if (const auto visibility = node.find("visibility")) read.visibility = visibility->one_of<Visibility>();
  read.run = read_run(node);
  return read;
}

TestResult read_checker_test(const Node& node) {
  node.keys({"name", "outcome", "reason", "place", "output", "seconds", "replacement"});
  TestResult read = read_result(node);
  if (const auto replacement = node.find("replacement")) read.replacement = read_replacement(*replacement);
  return read;
}

}  // namespace gridmark::load
