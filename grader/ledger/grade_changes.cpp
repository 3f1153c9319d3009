#include "grader/ledger/grade_changes.h"

#include <algorithm>

namespace gridmark::ledger {
namespace {

template <class One>
std::vector<One> added(const std::vector<One>& before, const std::vector<One>& now) {
  std::vector<One> fresh;
  std::copy_if(now.begin(), now.end(), std::back_inserter(fresh),
               [&](const One& one) { return std::find(before.begin(), before.end(), one) == before.end(); });
  return fresh;
}

/// A person's changes of the record that counts. They stay with another attempt.
void add_persons(const LabGrade& before, const LabGrade& now, std::vector<GradeChange>& changes) {
  for (const ReviewDecision& one : added(before.reviews, now.reviews))
    changes.push_back({EventKind::reviewed, one.by,
                       one.item + (one.accepted ? " accepted: " : " rejected: ") + one.reason});
  for (const ManualPoints& one : added(before.manual, now.manual))
    changes.push_back(
        {EventKind::hand_graded, one.by, one.item + (one.comment.empty() ? "" : ": " + one.comment)});
}

bool is_new_attempt(const std::optional<LabGrade>& before, const LabGrade& now) {
  return now.has_record &&
         (!before || !before->has_record || before->attempt != now.attempt || before->key != now.key);
}

}  // namespace

std::vector<GradeChange> grade_changes(const std::optional<LabGrade>& before, const LabGrade& now) {
  if (before && *before == now) return {};
  std::vector<GradeChange> changes;
  if (is_new_attempt(before, now))
    changes.push_back({EventKind::graded, "", ""});
  else if (before && before->rubric != now.rubric)
    changes.push_back({EventKind::rescored, "", ""});
  add_persons(before.value_or(LabGrade{}), now, changes);
  if (changes.empty()) changes.push_back({EventKind::updated, "", ""});
  return changes;
}

}  // namespace gridmark::ledger
