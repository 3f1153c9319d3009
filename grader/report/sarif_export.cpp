// SARIF 2.1.0: faults with their source lines, for editors and code scanning.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "grader/core/number_text.h"
#include "grader/report/printable_grade.h"

namespace gridmark::report {
namespace {

using Json = nlohmann::ordered_json;

/// A relative reference of RFC 3986. Bytes that it does not allow become %XX.
std::string uri(const std::string& path) {
  constexpr std::string_view others = "-._~/";
  std::string text;
  for (const char c : path) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    text += plain || others.find(c) != others.npos ? std::string(1, c)
                                                   : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return text;
}

Json result(const std::string& rule, const PrintableItem& item) {
  Json place = {{"artifactLocation", {{"uri", uri(item.file)}}}};
  if (item.line > 0) place["region"] = {{"startLine", item.line}};
  return {{"ruleId", rule},
          {"level", item.is_open()            ? "note"
                    : item.points > Points(0) ? "warning"
                                              : "error"},
          {"message", {{"text", item.points_of() + ": " + item.message()}}},
          {"locations", Json::array({{{"physicalLocation", place}}})}};
}

}  // namespace

Result<ExportFiles> export_sarif(Records records, const ExportContext& context) {
  Json rules = Json::array(), results = Json::array();
  std::set<std::string> known;
  for (const GradeRecord& record : records) {
    const PrintableGrade grade = printable_grade(record, context);
    for (const PrintableItem& item : grade.items) {
      const std::string rule = grade.lab + "/" + item.id;
      if (item.is_full() || item.file.empty()) continue;
      if (known.insert(rule).second)
        rules.push_back({{"id", rule}, {"shortDescription", {{"text", item.title}}}});
      results.push_back(result(rule, item));
    }
  }
  const Json driver = {{"name", "gridmark"}, {"version", records.front().version}, {"rules", rules}};
  const Json all = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs",
       Json::array(
           {{{"tool", {{"driver", driver}}}, {"columnKind", "utf16CodeUnits"}, {"results", results}}})}};
  return ExportFiles{{"gridmark.sarif", all.dump(2) + "\n"}};
}

}  // namespace gridmark::report
