#pragma once
// The output of a format for an example, for the tests of the formats.
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/report/exports.h"
#include "tests/report/example_records.h"
#include "tests/report/export_context.h"

namespace gridmark::report {

inline const ExportFormat& format(const std::string& name) {
  for (const ExportFormat& one : export_formats())
    if (one.name == name) return one;
  throw std::logic_error("no format " + name);
}

inline ExportFiles exported(const std::string& name, const std::vector<GradeRecord>& records) {
  auto files = export_records(format(name), records, export_context(name));
  if (!files) throw std::runtime_error(message_of(files.error()));
  return *std::move(files);
}

inline std::string text(const std::string& name, const GradeRecord& record) {
  return exported(name, {record}).front().text;
}
inline nlohmann::json parsed(const std::string& name, const GradeRecord& record) {
  return nlohmann::json::parse(text(name, record));
}

inline std::string complaint(const std::string& name, const std::vector<GradeRecord>& records,
                             const ExportContext& context) {
  const auto files = export_records(format(name), records, context);
  return files ? "none" : message_of(files.error());
}

/// A record with `count` additional failed lines.
inline GradeRecord with_lines(int count) {
  GradeRecord record = example("mixed");
  const ItemScore line = record.items[1];
  for (int i = 0; i < count; ++i) {
    record.items.push_back(line);
    record.items.back().id += std::to_string(i);
  }
  return record;
}

}  // namespace gridmark::report
