#pragma once
// Points that a person gives for one item, and which of several persons' points stand.
#include <cstdint>
#include <string>
#include <vector>

#include "grader/core/points.h"

namespace gridmark {

/// An entry of the ledger. Entries stay for ever: a later one replaces those that its grader saw.
struct HandGrade {
  std::int64_t number = 0;  ///< given by the ledger, in the order of writing
  std::string at;           ///< UTC, RFC 3339
  std::string student, lab, item;
  std::string author;
  Points points;
  std::string comment;    ///< for the student, may be empty
  std::string content;    ///< SHA-256 of the files that the grader saw
  std::int64_t seen = 0;  ///< number of the last entry of this item that the grader saw, 0: none
  std::string request;    ///< unique: the same request is one entry
};

/// The entries of one item that no later entry replaces, in their order. An entry replaces those up to its
/// `seen`.
///
/// all  of one item, in their order
std::vector<HandGrade> standing_grades(const std::vector<HandGrade>& all);

/// Whether two graders gave different points, and nobody has seen both and decided.
bool in_conflict(const std::vector<HandGrade>& standing);

/// The entry whose points count: the first that stands. If others agree with it, it has their comments, too.
///
/// standing  at least one
HandGrade counting_grade(const std::vector<HandGrade>& standing);

}  // namespace gridmark
