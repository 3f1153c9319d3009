#pragma once
#include <string>

#include "grader/core/points.h"
#include "grader/core/value_limits.h"

namespace gridmark {

/// A person's points for an item that no program can judge: a row of manual.csv.
struct ManualPoints {
  std::string submission;  ///< as the record names it
  std::string item;        ///< id of the item
  Points points;
  std::string by;            ///< who gave them
  std::string comment;       ///< for the student, may be empty
  std::string content = {};  ///< SHA-256 of the files that the person saw, empty outside a batch
  friend bool operator==(const ManualPoints&, const ManualPoints&) = default;
};

constexpr auto fields(const ManualPoints*) {
  return std::tuple{
      field("submission", &ManualPoints::submission, any_text),
      field("item", &ManualPoints::item, any_text, "id"),
      field("points", &ManualPoints::points),
      field("by", &ManualPoints::by, any_text),
      field("comment", &ManualPoints::comment, any_text, "for the student"),
      field("content", &ManualPoints::content, any_text,
            "SHA-256 of the files that the person saw. Absent: not from a batch", Presence::not_default)};
}

}  // namespace gridmark
