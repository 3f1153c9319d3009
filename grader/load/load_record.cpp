#include "grader/load/load_record.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/load/json_document.h"
#include "grader/load/read_value.h"

namespace gridmark::load {
namespace {

constexpr auto record_source = Error::Source::filesystem;

void check_runs(const Node& root, const GradeRecord& record) {
  const int runs = std::max<int>(static_cast<int>(record.runs.size()), 1);
  const auto check = [&](const auto& value, std::string_view key) {
    if (value.run >= runs)
      root[key].fail(fmt::format("found a value of run {}, expected one of {} runs, 0 to {}", value.run, runs,
                                 runs - 1));
  };
  const auto check_each = [&](const auto& values, std::string_view key) {
    for (const auto& value : values) check(value, key);
  };
  check_each(record.items, "items");
  for (const ItemScore& item : record.items) check_each(item.measurements, "items");
  check_each(record.tests, "tests");
  check_each(record.measurements, "measurements");
  check_each(record.deferred, "deferred");
  if (!record.written) return;
  for (const ComparedClaim& claim : record.written->claims)
    for (const auto* value : {&claim.claimed, &claim.own})
      if (*value) check(**value, "written");
}

/// The schema comes first, because another version has other keys.
GradeRecord read_record(const Node& root) {
  if (const Node schema = root["schema"]; schema.text() != record_schema)
    schema.expected(in_quotes(record_schema) + ". Grade the submission again");
  return read_value<GradeRecord>(root);
}

}  // namespace

void check_rules(const Node& node, const ItemScore& item) {
  const Points most = item.points + item.open;
  if (const auto at_most = node.find("points_at_most");
      at_most && (most < item.points || most > item.max_points))
    at_most->expected(fmt::format("{} to {}, the item's points and its max_points", points_text(item.points),
                                  points_text(item.max_points)));
}

void check_rules(const Node& node, GradeRecord& record) {
  if (!node.find("points_at_most")) record.points_at_most = record.points;
  check_runs(node, record);
}

Result<GradeRecord> load_record(std::string_view text, const std::string& where) {
  return parse_document(text, where, {record_source, most_record_bytes})
      .and_then([&](const nlohmann::json& document) {
        Reading reading{record_source, where};
        GradeRecord record = read_record(Node(document, reading));
        return finish(reading, std::move(record));
      });
}

}  // namespace gridmark::load
