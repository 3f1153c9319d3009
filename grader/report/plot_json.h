#pragma once
#include <nlohmann/json.hpp>

#include "grader/core/plot.h"

namespace gridmark {

/// As docs/formats/record.schema.json has it.
nlohmann::ordered_json plot_json(const Plot& plot);

}  // namespace gridmark
