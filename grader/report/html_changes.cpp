#include "grader/report/html_changes.h"

#include <fmt/format.h>

#include "grader/core/number_text.h"
#include "grader/report/standing.h"

namespace gridmark::report::html {
namespace {

std::string state(const ItemScore& item) {
  return fmt::format("{} of {}, {}", earned_text(item), points_text(item.max_points),
                     standing_of(item) == Standing::full ? "full points"
                     : item.outcome == Outcome::passed   ? "threshold missed"
                                                         : words(item.outcome));
}

Data row(const ItemScore& before, const ItemScore& now) {
  const bool same = before.points == now.points, better = before.points < now.points;
  return {{"kind", same     ? "idle"
                   : better ? "good"
                            : "bad"},
          {"is", same     ? "other"
                 : better ? "better"
                          : "worse"},
          {"title", now.title},
          {"before", state(before)},
          {"now", state(now)}};
}

/// "started 2026-01-31T23:59:00Z: 4 of 12 points before, 5.5 of 12 points now"
std::string totals(const GradeRecord& record, const GradeRecord& previous) {
  std::string text =
      fmt::format("{} of {} in the attempt of {}, {} of {} now.", earned_text(previous),
                  whole_words(previous), previous.started, earned_text(record), whole_words(record));
  if (record.fingerprints.rubric != previous.fingerprints.rubric ||
      record.fingerprints.lab != previous.fingerprints.lab)
    text += " The lab or its rubric changed in between.";
  else if (!record.fingerprints.submission.empty() &&
           record.fingerprints.submission == previous.fingerprints.submission)
    text += " The files are the same.";
  return text;
}

}  // namespace

Data changes_data(const GradeRecord& record, const GradeRecord* previous) {
  if (previous == nullptr || previous->lab != record.lab) return {};
  Data rows = Data::array();
  for (const ItemScore& now : record.items) {
    const ItemScore* before = find_score(*previous, now.id);
    const bool ran =
        before != nullptr && before->outcome != Outcome::not_run && now.outcome != Outcome::not_run;
    if (ran && (before->points != now.points || before->outcome != now.outcome))
      rows.push_back(row(*before, now));
  }
  return {{"totals", totals(record, *previous)}, {"lines", std::move(rows)}};
}

}  // namespace gridmark::report::html
