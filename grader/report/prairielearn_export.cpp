// results.json of a PrairieLearn external grader, which is refused above 1 MB.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "grader/report/told_grade.h"

namespace gridmark {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_bytes = 1'000'000;

Json line_json(const ToldLine& line, std::size_t most_text) {
  std::string output = line.is_full() ? "" : line.sentence();
  if (!line.file.empty()) output += fmt::format("\n{}:{}", line.file, line.line);
  return {{"name", line.title},
          {"description", line.id},
          {"points", line.points.value()},
          {"max_points", line.max_points.value()},
          {"message", line.open > Points(0) ? "may still become " + line.earned : ""},
          {"output", capped(output, most_text)}};
}

Json results(const ToldGrade& told, std::size_t most_text) {
  Json tests = Json::array();
  for (const ToldLine& line : told.lines) tests.push_back(line_json(line, most_text));
  const double share = told.max_points > Points(0) ? told.points.value() / told.max_points.value() : 0;
  std::string message = told.total + ": " + told.standing;
  if (!told.late.empty()) message += ". " + told.late;
  return {{"score", share},
          {"gradable", true},
          {"format_errors", Json::array()},
          {"message", message},
          {"output", capped(told.compiler, most_text)},
          {"images", Json::array()},
          {"tests", tests}};
}

}  // namespace

Result<ExportFiles> export_prairielearn(Records records, const ExportContext& context) {
  const ToldGrade told = told_grade(records.front(), context);
  std::size_t most_text = most_bytes;
  std::string text;
  do {
    text = results(told, most_text).dump() + "\n";
    most_text /= 2;
  } while (text.size() > most_bytes && most_text > 0);
  return ExportFiles{{"results.json", text}};
}

}  // namespace gridmark
