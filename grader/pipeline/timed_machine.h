#pragma once
// The machine's part of a grade with timed items: what it can do, and how it is named in the record.
#include <optional>
#include <vector>

#include "grader/core/rubric.h"
#include "grader/measure/machine_baseline.h"
#include "grader/system/clock.h"

namespace gridmark::pipeline {

/// Is an item timed there?
bool any_timed(const Rubric& rubric, Device device);
/// Is one of the asked items, or of those they need?
bool any_timed(const Rubric& rubric, Device device, const std::vector<std::string>& asked);

/// The kept machine baseline, else one that is measured once for this process; nothing where it cannot be
/// measured.
std::optional<measure::KnownBaseline> baseline_of_this_machine(const system::ProgramPaths& paths,
                                                               const system::StopFlag& stop,
                                                               const system::Clock& clock);

}  // namespace gridmark::pipeline
