#include "grader/report/html_items.h"

#include <fmt/format.h>

#include <set>

#include "grader/core/number_text.h"
#include "grader/core/root_cause.h"
#include "grader/report/cause_words.h"
#include "grader/report/change_words.h"
#include "grader/report/crash_picture.h"
#include "grader/report/curve_drawing.h"
#include "grader/report/html_source.h"
#include "grader/report/item_words.h"
#include "grader/report/race_picture.h"
#include "grader/report/rank_picture.h"
#include "grader/report/warp_picture.h"
#include "grader/report/wrong_picture.h"

namespace gridmark::report::html {
namespace {

std::string_view mark(Standing standing) {
  switch (standing) {
    case Standing::full:
      return "✓";
    case Standing::partial:
      return "~";
    case Standing::none:
      return "✗";
    case Standing::review:
    case Standing::ungraded:
      return "?";
    case Standing::not_run:
      return "–";
  }
  return "";
}

std::string points(const std::string& earned, Points worth) {
  return fmt::format("{} / {}", earned, points_text(worth));
}

Data item_row(const ItemScore& item) {
  const Standing standing = standing_of(item);
  return {{"kind", kind(standing)},
          {"mark", mark(standing)},
          {"id", item.id},
          {"title", item.title},
          {"points", points(earned_text(item), item.max_points)}};
}

Data criterion_data(const GradeRecord& record, const CriterionScore& criterion) {
  Data rows = Data::array();
  for (const ItemScore& item : record.items)
    if (item.criterion == criterion.id) rows.push_back(item_row(item));
  return {{"title", criterion.title},
          {"points", points(earned_text(record, criterion), criterion.max_points)},
          {"rows", std::move(rows)}};
}

Data measurement_data(const Measurement& seen) {
  return {{"name", seen.name},
          {"value", number_text(seen.value)},
          {"unit", seen.unit},
          {"threshold", seen.threshold ? number_text(*seen.threshold) : "–"},
          {"device", name_of(seen.device)},
          {"flavour", name_of(seen.flavour)},
          {"provenance", name_of(seen.provenance)}};
}

/// The reason of a full item is empty, but its measurement can still be worth a line.
std::string detail(const ItemScore& item) {
  return item.reason.empty() && !item.measurements.empty() ? item.measurements.front().detail : "";
}

Data curve(const ItemScore& item) {
  if (!item.curve || item.measurements.empty()) return {};
  const Measurement& seen = item.measurements.front();
  std::optional<Interval> interval;
  if (seen.paired_timing) interval = Interval{seen.paired_timing->low, seen.paired_timing->high};
  Data drawing = curve_data(*item.curve, seen.value, item.points, item.max_points, interval);
  if (!drawing.is_null()) drawing["unit"] = seen.unit;
  return drawing;
}

/// The places that a warp's lanes reached, for measurements that cost points.
Data requests(const ItemScore& item) {
  Data pictures = Data::array();
  if (standing_of(item) == Standing::full) return pictures;
  for (const Measurement& seen : item.measurements) {
    if (!seen.access || !seen.place) continue;
    pictures.push_back(warp_data(*seen.access));
    pictures.back()["at"] = place_text(*seen.place);
  }
  return pictures;
}

using Shown = std::set<std::pair<std::string, int>>;

/// The student's lines, unless an item above has shown them.
Data source_of(const GradeRecord& record, const ItemScore& item, Shown& shown) {
  if (item.reason.empty() || !item.place || !shown.insert({item.place->file, item.place->line}).second)
    return {};
  return own_lines(record, *item.place);
}

/// The pictures of a race, wrong elements, waiting ranks, and a crash.
Data pictures(const GradeRecord& record, const ItemScore& item) {
  const TestResult* test = deciding_test(record.tests, item);
  return {{"race", item.cause ? race_data(record, item.cause->accesses) : Data()},
          {"wrong", test != nullptr && test->wrong ? wrong_data(*test->wrong) : Data()},
          {"ranks", test != nullptr && test->ranks ? ranks_data(record, *test->ranks) : Data()},
          {"crash", test != nullptr && test->crash ? crash_data(*test->crash) : Data()}};
}

/// The place on the page that already explains the cause of `item`. Null if this item explains it.
Data told_before(const std::vector<RootCause>& causes, const ItemScore& item) {
  for (const RootCause& cause : causes) {
    if (std::find(cause.items.begin(), cause.items.end(), &item) == cause.items.end()) continue;
    if (&cause == &causes.front() && cause.is_fixable())
      return {{"at", "fix-first"}, {"words", "Fix this first"}, {"seen", evidence_words(item)}};
    if (&cause.leader() == &item) return {};
    return {
        {"at", "item-" + cause.leader().id}, {"words", cause.leader().title}, {"seen", evidence_words(item)}};
  }
  return {};
}

Data section(const GradeRecord& record, const ItemScore& item, const std::vector<RootCause>& causes,
             Shown& shown) {
  Data told = told_before(causes, item);
  const bool here = told.is_null();
  const Standing standing = standing_of(item);
  return {{"id", item.id},
          {"title", item.title},
          {"kind", kind(standing)},
          {"open", standing != Standing::full && standing != Standing::not_run},
          {"verdict", verdict_words(item)},
          {"points", points(earned_text(item), item.max_points)},
          {"place", place_data(item.place)},
          {"reason", here ? item.reason : ""},
          {"told", std::move(told)},
          {"source", here ? source_of(record, item, shown) : Data()},
          {"pictures", here && !item.reason.empty() ? pictures(record, item) : Data()},
          {"persons", persons_words(record, item)},
          {"measurements", list_of(item.measurements, measurement_data)},
          {"detail", detail(item)},
          {"requests", requests(item)},
          {"curve", curve(item)},
          {"tests_are", item.tests.size() == 1 ? "Test" : "Tests"},
          {"tests", separated(item.tests)},
          {"uncalibrated", item.calibrated ? "" : not_calibrated},
          {"later", item.run != 0}};
}

}  // namespace

std::string_view kind(Standing standing) {
  switch (standing) {
    case Standing::full:
      return "good";
    case Standing::partial:
      return "part";
    case Standing::none:
      return "bad";
    case Standing::review:
    case Standing::ungraded:
      return "part";
    case Standing::not_run:
      return "idle";
  }
  return "";
}

Data place_data(const std::optional<Place>& place) { return place ? Data(place_text(*place)) : Data(); }

Data criteria_data(const GradeRecord& record) {
  return list_of(record.criteria,
                 [&](const CriterionScore& criterion) { return criterion_data(record, criterion); });
}

Data items_data(const GradeRecord& record) {
  Shown shown;
  const std::vector<RootCause> causes = root_causes(record.items, record.complete);
  return list_of(record.items, [&](const ItemScore& item) { return section(record, item, causes, shown); });
}

Data fix_data(const GradeRecord& record) {
  const std::vector<RootCause> causes = root_causes(record.items, record.complete);
  if (causes.empty() || !causes.front().is_fixable()) return {};
  const ItemScore& leader = causes.front().leader();
  const auto link = [](const ItemScore* item) { return Data{{"id", item->id}, {"title", item->title}}; };
  return joined(pictures(record, leader),
                {{"cost", cost_words(causes.front())},
                 {"place", place_data(leader.place)},
                 {"reason", cause_words(leader)},
                 {"seen", evidence_words(leader)},
                 {"changes", advised_changes_data(fixes_of(leader, record.tests, record.builds))},
                 {"source", leader.place ? own_lines(record, *leader.place) : Data()},
                 {"items", list_of(causes.front().items, link)},
                 {"waiting", list_of(causes.front().waiting, link)}});
}

}  // namespace gridmark::report::html
