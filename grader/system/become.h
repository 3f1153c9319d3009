#pragma once
#include <string>
#include <vector>

#include "grader/core/error.h"

namespace gridmark::system {

/// Replaces this process by `command`, whose first word is a path.
/// returns  only on failure, with the reason
Error become(const std::vector<std::string>& command);

}  // namespace gridmark::system
