#pragma once
#include <string>

#include "grader/core/points.h"

namespace gridmark {

/// What a person gave for an item of the rubric that no program can judge: a row of manual.csv.
struct ManualPoints {
  std::string submission;  ///< as the record names it
  std::string item;        ///< id
  Points points;
  std::string by;       ///< who gave them
  std::string comment;  ///< for the student; may be empty
  friend bool operator==(const ManualPoints&, const ManualPoints&) = default;
};

}  // namespace gridmark
