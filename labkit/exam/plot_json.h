#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "labkit/exam/plot.h"

namespace gridmark::exam {

/// As docs/formats/checker-results.schema.json has it, without what an axis has no place for.
nlohmann::json to_json(const Plot& plot, const std::string& test);

}  // namespace gridmark::exam
