#pragma once
#include <nlohmann/json.hpp>

#include "grader/core/warp_access.h"

namespace gridmark {

/// As docs/formats/call-profile.schema.json has it.
nlohmann::ordered_json warp_access_json(const WarpAccess& access);

}  // namespace gridmark
