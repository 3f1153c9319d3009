#pragma once
#include <nlohmann/json_fwd.hpp>

#include "emulation/meters.h"

namespace gridmark::exam {

/// As docs/formats/call-profile.schema.json has it.
nlohmann::json to_json(const emulation::WarpAccess& access);

}  // namespace gridmark::exam
