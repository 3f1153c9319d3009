#pragma once
// Changes limits in a rubric's text. All other bytes stay.
#include <string>
#include <string_view>

#include "grader/core/curve.h"
#include "grader/core/error.h"
#include "grader/core/measurement.h"

namespace gridmark::load {

/// The text of a rubric with the limits of `curve` in the target of `item` on `device`. A limit that is
/// already in the text stays as it is written.
///
/// text     a rubric that load_rubric accepts
/// errors   rubric: not JSON, no such target, another number of knots
Result<std::string> with_limits(std::string_view text, const std::string& where, const std::string& item,
                                Device device, const Curve& curve);

}  // namespace gridmark::load
