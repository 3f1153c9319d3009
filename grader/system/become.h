#pragma once
#include <string>
#include <vector>

#include "grader/core/error.h"

namespace gridmark::system {

/// Replaces this process by `command`, the first word of which is a path.
/// returns  only when that failed, with why
Error become(const std::vector<std::string>& command);

}  // namespace gridmark::system
