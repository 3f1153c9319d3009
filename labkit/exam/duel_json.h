#pragma once
#include <nlohmann/json_fwd.hpp>

#include "labkit/timing/duel_result.h"

namespace gridmark::exam {

/// As docs/formats/checker-results.schema.json has it.
nlohmann::json to_json(const timing::DuelResult& duel);

}  // namespace gridmark::exam
