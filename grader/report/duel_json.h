#pragma once
#include <nlohmann/json.hpp>

#include "grader/core/duel.h"

namespace gridmark {

/// As docs/formats/record.schema.json has it.
nlohmann::ordered_json duel_json(const DuelFacts& duel);

}  // namespace gridmark
