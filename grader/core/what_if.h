#pragma once
// How a class would move with another limit of one item: everything that a page or a table shows.
#include <optional>
#include <string>
#include <vector>

#include "grader/core/class_statistics.h"
#include "grader/core/curve.h"
#include "grader/core/error.h"
#include "grader/core/measurement.h"

namespace gridmark {

/// Another limit for full points in an item's target on one device.
struct LimitChange {
  std::string item;
  Device device = Device::emulated;
  double limit = 0;
};

/// One student before and after the change. Points are after lateness and decisions of persons.
struct WhatIfStudent {
  std::string id, name;
  Points before, after, before_at_most, after_at_most;
  Points item_before, item_after;  ///< of the item alone, as measured
  bool passing_before = false, passing_after = false;
  std::optional<double> value = {};  ///< the item's measured value. Empty: a test or a need failed first

  bool changes() const {
    return before != after || before_at_most != after_at_most || passing_before != passing_after ||
           item_before != item_after;
  }
};

struct WhatIf {
  std::string lab, title;
  std::string item, item_title, measurement, unit;
  Device device = Device::emulated;
  Curve curve_before, curve_after;
  Points item_points, max_points;
  double pass_mark = 0.7;
  LabStatistics before, after;
  std::vector<WhatIfStudent> students;  ///< all with a record, in the class's order
  /// Students whose record was scored by another rubric than the one before the change. Their points may
  /// change for that reason, too.
  int other_rubric = 0;
  /// Records that the changed rubric cannot score. These students keep their points.
  std::vector<Error> not_scored;

  int changing() const {
    int count = 0;
    for (const WhatIfStudent& student : students) count += student.changes() ? 1 : 0;
    return count;
  }
};

}  // namespace gridmark
