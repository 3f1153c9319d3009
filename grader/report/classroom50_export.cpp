// classroom50/result/v1 has whole numbers of points. The total is rounded to the nearest number, halves up.
// The items are rounded so that their sum is that total.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "grader/core/number_text.h"
#include "grader/report/printable_grade.h"

namespace gridmark::report {
namespace {

using Json = nlohmann::ordered_json;

std::int64_t rounded(Points points) { return static_cast<std::int64_t>(std::floor(points.value() + 0.5)); }

std::vector<std::int64_t> floors(const std::vector<Points>& parts) {
  std::vector<std::int64_t> whole;
  for (const Points part : parts) whole.push_back(static_cast<std::int64_t>(std::floor(part.value())));
  return whole;
}

/// Whole numbers that add up to `total`. Each part is rounded down. Those that lose most by it get one more,
/// within `most`.
std::vector<std::int64_t> shared_out(const std::vector<Points>& parts, std::int64_t total,
                                     const std::vector<std::int64_t>& most) {
  std::vector<std::int64_t> whole = floors(parts);
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto loss = [&](std::size_t i) { return parts[i].value() - std::floor(parts[i].value()); };
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return loss(a) > loss(b); });
  std::int64_t left = total - std::accumulate(whole.begin(), whole.end(), std::int64_t{0});
  for (const std::size_t i : order)
    if (left > 0 && whole[i] < most[i]) ++whole[i], --left;
  return whole;
}

Json tests_json(const PrintableGrade& grade) {
  std::vector<Points> earned, worth;
  for (const PrintableItem& item : grade.items)
    earned.push_back(item.points), worth.push_back(item.max_points);
  std::vector<std::int64_t> ceilings = floors(worth);
  for (std::int64_t& ceiling : ceilings) ++ceiling;
  const auto maxima = shared_out(worth, rounded(grade.max_points), ceilings);
  const auto scores = shared_out(earned, rounded(grade.points), maxima);
  Json tests = Json::array();
  for (std::size_t i = 0; i < grade.items.size(); ++i) {
    const PrintableItem& item = grade.items[i];
    const bool exact = Points(static_cast<double>(scores[i])) == item.points &&
                       Points(static_cast<double>(maxima[i])) == item.max_points && item.open == Points(0);
    std::string name = item.id + ": " + item.title;
    if (!exact) name += fmt::format(" ({} of {} points)", item.earned, points_text(item.max_points));
    tests.push_back(
        {{"test-name", name}, {"passed", item.is_full()}, {"score", scores[i]}, {"max-score", maxima[i]}});
  }
  return tests;
}

/// The user's value, else the record's. A format without the value would be refused later by another program,
/// so this refuses it now.
class Fields {
 public:
  explicit Fields(const ExportContext& context) : given_(context.fields) {}
  std::string get(const std::string& name, const std::string& otherwise) {
    const auto found = given_.find(name);
    const std::string value = found != given_.end() ? found->second : otherwise;
    if (value.empty()) missing_ += (missing_.empty() ? "" : ", ") + name;
    return value;
  }
  const std::string& missing() const { return missing_; }

 private:
  const std::map<std::string, std::string>& given_;
  std::string missing_;
};

}  // namespace

Result<ExportFiles> export_classroom50(Records records, const ExportContext& context) {
  const GradeRecord& record = records.front();
  const PrintableGrade grade = printable_grade(record, context);
  const SubmissionSource source = record.source.value_or(SubmissionSource{});
  Fields fields(context);
  const std::string committed = source.committed.empty() ? record.started : source.committed;
  const Json all = {{"schema", "classroom50/result/v1"},
                    {"classroom", fields.get("classroom", "")},
                    {"assignment", fields.get("assignment", grade.lab)},
                    {"assignment_type", fields.get("assignment-type", "individual")},
                    {"owner", fields.get("owner", source.student)},
                    {"submission", fields.get("submission", "")},
                    {"commit", fields.get("commit", source.commit)},
                    {"release", fields.get("release", "")},
                    {"review", fields.get("review", "")},
                    {"datetime", committed},
                    {"score", rounded(grade.points)},
                    {"max-score", rounded(grade.max_points)},
                    {"tests", tests_json(grade)},
                    {"graded_at", context.now.substr(0, std::string("2026-01-31T23:59:00").size()) + "Z"}};
  const auto wrong = [](const std::string& where, const std::string& message) {
    return failure(Error::Source::usage, where, message);
  };
  if (!fields.missing().empty())
    return wrong("--field",
                 fmt::format("the format classroom50 also needs {}. Give --field NAME=VALUE for each",
                             fields.missing()));
  if (!all["submission"].get<std::string>().starts_with("submit/"))
    return wrong("--field submission", "expected a tag that begins with submit/");
  if (const std::string type = all["assignment_type"]; type != "individual" && type != "group")
    return wrong("--field assignment-type", fmt::format("found \"{}\", expected individual or group", type));
  return ExportFiles{{"result.json", all.dump(2) + "\n"}};
}

}  // namespace gridmark::report
