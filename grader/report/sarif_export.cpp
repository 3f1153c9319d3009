// SARIF 2.1.0: what went wrong at a line of the source, for editors and code scanning.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "grader/core/number_text.h"
#include "grader/report/told_grade.h"

namespace gridmark {
namespace {

using Json = nlohmann::ordered_json;

/// A relative reference of RFC 3986: bytes that it does not know are spelled %XX.
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

Json result(const std::string& rule, const ToldLine& line) {
  Json place = {{"artifactLocation", {{"uri", uri(line.file)}}}};
  if (line.line > 0) place["region"] = {{"startLine", line.line}};
  return {{"ruleId", rule},
          {"level", line.is_open()            ? "note"
                    : line.points > Points(0) ? "warning"
                                              : "error"},
          {"message", {{"text", line.points_of() + ": " + line.sentence()}}},
          {"locations", Json::array({{{"physicalLocation", place}}})}};
}

}  // namespace

Result<ExportFiles> export_sarif(Records records, const ExportContext& context) {
  Json rules = Json::array(), results = Json::array();
  std::set<std::string> known;
  for (const GradeRecord& record : records) {
    const ToldGrade told = told_grade(record, context);
    for (const ToldLine& line : told.lines) {
      const std::string rule = told.lab + "/" + line.id;
      if (line.is_full() || line.file.empty()) continue;
      if (known.insert(rule).second)
        rules.push_back({{"id", rule}, {"shortDescription", {{"text", line.title}}}});
      results.push_back(result(rule, line));
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

}  // namespace gridmark
