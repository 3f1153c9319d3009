#pragma once
// The contents of a course's ledger: events of grades, and when commits were first seen.
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
  updated,     ///< lateness, state, or a merged run
  overridden,  ///< a person's points replace the record's, or no longer do
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

/// One event in the history of a grade.
struct CourseEvent {
  std::int64_t number = 0;  ///< given by the ledger, in the order of writing
  std::string at;           ///< UTC, RFC 3339
  EventKind kind = EventKind::updated;
  std::string student, lab;
  std::string author;
  std::string reason;             ///< one message
  std::optional<LabGrade> grade;  ///< the grade after the event, empty if unchanged
};

/// A commit of a student's repository, with the times that the course knows.
struct SeenCommit {
  std::string id;
  std::string committed;   ///< UTC, RFC 3339: set by the student
  std::string seen;        ///< UTC, RFC 3339: a look found it in the repository
  std::string not_before;  ///< UTC, RFC 3339: the last look without it, or empty
  std::string pushed;      ///< UTC, RFC 3339: from the host, or empty
};

}  // namespace gridmark
