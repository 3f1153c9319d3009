// results.json of a PrairieLearn external grader, which refuses more than 1 MB. Its score covers the points
// that gridmark gives. In PrairieLearn a person gives the others as manual points.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "grader/report/printable_grade.h"

namespace gridmark::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_bytes = 1'000'000;

std::string message_of(const PrintableItem& item) {
  if (item.by_hand) return "not part of this score: a person gives " + points_words(item.max_points);
  return item.open > Points(0) ? "may still become " + item.earned : "";
}

Json item_json(const PrintableItem& item, std::size_t most_text) {
  std::string output = item.is_full() ? "" : item.message();
  if (!item.file.empty()) output += fmt::format("\n{}:{}", item.file, item.line);
  return {{"name", item.title},
          {"description", item.id},
          {"points", item.by_hand ? 0 : item.points.value()},
          {"max_points", item.by_hand ? 0 : item.max_points.value()},  // needed to show any points
          {"message", message_of(item)},
          {"output", capped(output, most_text)}};
}

Json results(const PrintableGrade& grade, std::size_t most_text) {
  Json tests = Json::array();
  for (const PrintableItem& item : grade.items) tests.push_back(item_json(item, most_text));
  const AutomaticPart part = automatic_part(grade);
  const double share = part.max_points > Points(0) ? part.points.value() / part.max_points.value() : 0;
  std::string message = part.words;
  if (!grade.late.empty()) message += ". " + grade.late;
  return {{"score", share},
          {"gradable", true},
          {"format_errors", Json::array()},
          {"message", message},
          {"output", capped(grade.compiler, most_text)},
          {"images", Json::array()},
          {"tests", tests}};
}

}  // namespace

Result<ExportFiles> export_prairielearn(Records records, const ExportContext& context) {
  const PrintableGrade grade = printable_grade(records.front(), context);
  std::size_t most_text = most_bytes;
  std::string text;
  do {
    text = results(grade, most_text).dump() + "\n";
    most_text /= 2;
  } while (text.size() > most_bytes && most_text > 0);
  return ExportFiles{{"results.json", text}};
}

}  // namespace gridmark::report
