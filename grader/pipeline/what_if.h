#pragma once
// Another limit for one item, and the class that results. Nothing is compiled and nothing runs.
#include <optional>
#include <string>
#include <vector>

#include "grader/core/class_book.h"
#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/core/rubric.h"
#include "grader/core/what_if.h"

namespace gridmark::pipeline {

/// The curve with another limit for full points.
///
/// The other limits keep their ratio to it, to six digits. With 1.05 for full and 2 for half of the points, a
/// new limit of 1.2 moves the second one to 2.28571. If the old limit is 0 there is no ratio, so the other
/// limits keep their distance instead. Fractions stay.
///
/// limit    0.001 to 1000 times the old one. Also 0, if the curve has one knot. From an old limit of 0, any
///          number of at least 0
/// errors   usage: a limit outside of this range, or two knots that would meet
Result<Curve> with_limit(const Curve& curve, double limit);

/// The rubric with this limit. The fingerprint is empty, because the text is not known.
///
/// errors  usage: no such item, an item without a limit, no target on that device, and as above
Result<Rubric> with_limit(const Rubric& rubric, const LimitChange& change);

/// The target whose limit changes.
///
/// errors  usage: as above, except for the limit
Result<const Target*> find_target(const Rubric& rubric, const std::string& item, Device device);

/// One student's grade as it is, and as the changed rubric scores it.
struct WhatIfGrade {
  Student student;
  LabGrade before, after;
  std::optional<double> value = {};  ///< see WhatIfStudent
};

/// The table of the class, without `not_scored`.
///
/// grades  those with a record, in the class's order
WhatIf what_if(const LabHeading& lab, const Rubric& before, const Rubric& after, const LimitChange& change,
               const std::vector<WhatIfGrade>& grades);

/// The value of an item in a record: of its first measurement.
std::optional<double> value_of_item(const GradeRecord& record, const std::string& item);

}  // namespace gridmark::pipeline
