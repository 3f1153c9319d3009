#pragma once
// The machine's part of a grade with timed items: whether an item is timed, and the machine baseline.
#include <optional>
#include <vector>

#include "grader/core/rubric.h"
#include "grader/measure/machine_baseline.h"
#include "grader/system/clock.h"

namespace gridmark::pipeline {

/// True if an item is timed on this device.
bool any_timed(const Rubric& rubric, Device device);
/// True if one of the asked items, or of the items that they need, is timed.
bool any_timed(const Rubric& rubric, Device device, const std::vector<std::string>& asked);

/// The stored machine baseline, else one that is measured once for this process. Nothing if it cannot be
/// measured.
std::optional<measure::KnownBaseline> baseline_of_this_machine(const system::ProgramPaths& paths,
                                                               const system::StopFlag& stop,
                                                               const system::Clock& clock);

}  // namespace gridmark::pipeline
