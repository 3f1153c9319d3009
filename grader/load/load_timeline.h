#pragma once
#include <string>
#include <string_view>

#include "grader/core/error.h"
#include "grader/core/timeline.h"

namespace gridmark::load {

inline constexpr std::size_t most_timeline_bytes = std::size_t{128} << 20;

/// A trace that a program under `gridmark profile --timeline` wrote. Its contents are not trusted.
///
/// errors  submission: not such a trace (`where` names the file)
Result<DeviceTimeline> load_timeline(std::string_view text, const std::string& where);

}  // namespace gridmark::load
