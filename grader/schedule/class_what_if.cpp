#include "grader/schedule/class_what_if.h"

#include <fmt/format.h>

#include "grader/load/load_rubric.h"
#include "grader/load/rubric_text.h"
#include "grader/pipeline/rescore.h"
#include "grader/pipeline/what_if.h"
#include "grader/schedule/batch.h"
#include "grader/schedule/class_pages.h"
#include "grader/schedule/pool.h"
#include "grader/schedule/results_folder.h"
#include "grader/score/selection.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

bool same_rules(const Rubric& a, const Rubric& b) {
  return a.lab == b.lab && a.passing == b.passing && a.credit == b.credit && a.criteria == b.criteria;
}

/// A row of the class that has a record, and how the changed rubric scores it.
struct ScoredRow {
  const StudentGrades* row = nullptr;
  LabGrade after;
  std::optional<double> value;
  std::optional<Error> error;
  bool by_target = false;  ///< the changed target scores this record
};

class ClassScorer {
 public:
  ClassScorer(const fs::path& results, std::size_t lab, const LimitChange& change, const ChangedLimit& rubric)
      : results_(results), lab_(lab), change_(change), rubric_(rubric) {
    for (const Item* item : items_of(rubric.after))
      if (item->id == change.item) item_ = item;
  }

  void score(ScoredRow& scored) const {
    const LabGrade& last = scored.row->labs[lab_];
    scored.after = last;
    const fs::path file = results_ / scored.row->student.id / last.lab / "record.json";
    const auto record = read_record(file);
    if (!record) {
      scored.error = record.error();
      return;
    }
    scored.by_target = score::target_of(*item_, record->device) == &item_->targets.at(change_.device);
    auto again = pipeline::rescore(*record, rubric_.after);
    if (!again) {
      scored.error = again.error();
      scored.error->message += " (" + scored.error->where + "). Run `gridmark grade` again";
      scored.error->where = file.string();
      return;
    }
    scored.value = pipeline::value_of_item(again->record, change_.item);
    scored.after = with_standing(grade_of(again->record), last);
  }

 private:
  const fs::path& results_;
  std::size_t lab_;
  const LimitChange& change_;
  const ChangedLimit& rubric_;
  const Item* item_ = nullptr;
};

std::vector<ScoredRow> rows_with_records(const ClassBook& book, std::size_t lab) {
  std::vector<ScoredRow> rows;
  for (const StudentGrades& row : book.students)
    if (row.labs[lab].has_record) rows.push_back({&row, {}, {}, {}});
  return rows;
}

/// A class that the change cannot move is a mistake of the command, not a result.
Result<void> check_rows(const std::vector<ScoredRow>& rows, const std::string& lab,
                        const LimitChange& change) {
  std::size_t failed = 0, by_target = 0;
  for (const ScoredRow& row : rows) {
    failed += row.error ? 1 : 0;
    by_target += row.by_target ? 1 : 0;
  }
  if (rows.empty())
    return failure(Error::Source::usage, lab,
                   "has no record in these results yet. `gridmark batch` makes them");
  if (failed == rows.size()) return tl::unexpected(*rows.front().error);
  if (by_target > 0) return {};
  return failure(Error::Source::usage, "--device",
                 fmt::format("found {}, but no record of {} was graded with that target of {}",
                             name_of(change.device), lab, change.item));
}

}  // namespace

Result<ChangedLimit> change_limit(std::string_view text, const std::string& where, const std::string& lab,
                                  const LimitChange& change) {
  Rubric before = TRY(load::parse_rubric(text, where, lab));
  const Rubric wanted = TRY(pipeline::with_limit(before, change));
  const Target* target = TRY(pipeline::find_target(wanted, change.item, change.device));
  std::string changed = TRY(load::with_limits(text, where, change.item, change.device, target->curve));
  Rubric after = TRY(load::parse_rubric(changed, where, lab));
  if (!same_rules(after, wanted))
    return failure(
        Error::Source::rubric, where,
        "the changed text is another rubric than expected. This is a bug in gridmark, please report it");
  return ChangedLimit{std::move(before), std::move(after), std::move(changed)};
}

Result<WhatIf> class_what_if(const fs::path& results, const ClassBook& book, std::size_t lab,
                             const LimitChange& change, const ChangedLimit& rubric) {
  std::vector<ScoredRow> rows = rows_with_records(book, lab);
  const ClassScorer scorer(results, lab, change, rubric);
  static const system::StopFlag never;
  run_all(
      rows.size(), processors(), never, [](std::size_t) { return false; },
      [&](std::size_t i) { scorer.score(rows[i]); });
  TRY(check_rows(rows, book.labs[lab].name, change));
  std::vector<pipeline::WhatIfGrade> grades;
  std::vector<Error> not_scored;
  for (ScoredRow& row : rows) {
    if (row.error) not_scored.push_back(*std::move(row.error));
    grades.push_back({row.row->student, row.row->labs[lab], std::move(row.after), row.value});
  }
  WhatIf all = pipeline::what_if(book.labs[lab], rubric.before, rubric.after, change, grades);
  all.not_scored = std::move(not_scored);
  return all;
}

}  // namespace gridmark::schedule
