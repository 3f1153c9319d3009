#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "labkit/exam/plot.h"

namespace gridmark::exam {

/// As docs/formats/checker-results.schema.json has it, without what a logarithmic axis has no place for.
nlohmann::json to_json(const Plot& plot, const std::string& test);

/// Every number of it is one.
bool is_finite(const Plot& plot);

}  // namespace gridmark::exam
