#pragma once
// What the ledger of a course remembers: events of grades, and when commits were first seen.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/lab_grade.h"

namespace gridmark {

enum class EventKind {
  graded,    ///< a first attempt, or another one that counts now
  rescored,  ///< by another rubric
  reviewed,  ///< a person decided about a count or a claim
  hand_graded,
  updated,     ///< lateness, state, or a run that was merged
  overridden,  ///< a person's points in place of the record's; also taken back
  bonus,
  excused,
  waived,  ///< lateness costs nothing
  appealed,
  answered,
  delivered
};

constexpr auto names(EventKind) {
  using enum EventKind;
  return EnumNames<EventKind, 12>{{{graded, "graded"},
                                   {rescored, "rescored"},
                                   {reviewed, "reviewed"},
                                   {hand_graded, "hand-graded"},
                                   {updated, "updated"},
                                   {overridden, "overridden"},
                                   {bonus, "bonus"},
                                   {excused, "excused"},
                                   {waived, "waived"},
                                   {appealed, "appealed"},
                                   {answered, "answered"},
                                   {delivered, "delivered"}}};
}

/// One line of a grade's history.
struct CourseEvent {
  std::int64_t number = 0;  ///< the ledger's, in the order of writing
  std::string at;           ///< UTC, RFC 3339
  EventKind kind = EventKind::updated;
  std::string student, lab;
  std::string author;
  std::string reason;             ///< one message
  std::optional<LabGrade> grade;  ///< as it stands after the event; nothing where it stays
};

/// A commit of a student's repository, as the course learned of it.
struct SeenCommit {
  std::string id;
  std::string committed;   ///< UTC, RFC 3339: the student's own word
  std::string seen;        ///< UTC, RFC 3339: it was in the repository then
  std::string not_before;  ///< UTC, RFC 3339: a look at the repository that did not find it; empty: none
  std::string pushed;      ///< UTC, RFC 3339: what the host says; empty: nothing
};

}  // namespace gridmark
