#pragma once
// Values that checker results and records share.
#include "grader/core/measurement.h"
#include "grader/core/test_result.h"
#include "grader/load/common_values.h"
#include "grader/load/json_node.h"

namespace gridmark::load {

/// The most bytes of a submission's output or of a compiler's words that are kept.
inline constexpr std::size_t most_output = std::size_t{1} << 20;
Place read_place(const Node& node);

/// The place under the key "place"; none where it is left out or null.
std::optional<Place> find_place(const Node& node);

/// The key "run": which of the record's runs; 0 where it is left out.
int read_run(const Node& node);

/// All of a Measurement but its threshold, which only records have. The caller checks the keys.
Measurement read_measurement(const Node& node);

TestResult read_test(const Node& node);

/// As a checker writes it: perhaps with what it saw of a wrong reply.
TestResult read_checker_test(const Node& node);

}  // namespace gridmark::load
