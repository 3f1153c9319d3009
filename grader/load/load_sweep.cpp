#include "grader/load/load_sweep.h"

#include <algorithm>

#include "grader/core/value_limits.h"
#include "grader/load/json_document.h"
#include "grader/load/json_node.h"

namespace gridmark::load {
namespace {

constexpr auto sweep_source = Error::Source::checker;

double amount_of(const Node& node, std::string_view key, double otherwise) {
  const auto found = node.find(key);
  return found ? found->number(any_amount) : otherwise;
}

/// "matmul_tiled/modelled/128/iterations:1/manual_time" -> series and provenance.
void read_name(const Node& node, SweepPoint& point) {
  const std::string name = node.text();
  const auto first = name.find('/'), second = name.find('/', first == name.npos ? first : first + 1);
  if (second == name.npos) return node.expected("SERIES/PROVENANCE/SIZE");
  point.series = name.substr(0, first);
  const auto provenance = value_of<Provenance>(name.substr(first + 1, second - first - 1));
  if (!provenance) return node.expected("\"measured\", \"counted\" or \"modelled\" after the series");
  point.provenance = *provenance;
}

SweepPoint read_point(const Node& node) {
  SweepPoint point;
  read_name(node["name"], point);
  if (const auto failed = node.find("error_occurred"); failed && failed->truth()) {
    point.problem = node["error_message"].text(1, 1 << 16);
    return point;
  }
  point.size = node["n"].number(any_amount);
  point.tflops = node["tflops"].number(any_amount);
  point.milliseconds = node["real_time"].number(any_amount);
  point.with_copies_ms = amount_of(node, "with_copies_ms", point.milliseconds);
  point.bytes_loaded = amount_of(node, "bytes_loaded", 0);
  point.sectors = amount_of(node, "sectors", 0);
  if (const auto unit = node.find("time_unit"); unit && unit->text() != "ms") unit->expected("\"ms\"");
  return point;
}

}  // namespace

Result<Sweep> load_sweep(std::string_view text) {
  const auto document = TRY(parse_document(text, "benchmark results", {sweep_source}));
  Reading reading{sweep_source, "benchmark results"};
  Sweep sweep;
  for (const Node& element : Node(document, reading)["benchmarks"].elements(10'000))
    sweep.push_back(read_point(element));
  return finish(reading, std::move(sweep));
}

}  // namespace gridmark::load
