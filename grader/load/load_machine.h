#pragma once
#include <string_view>

#include "grader/core/error.h"
#include "grader/core/machine.h"

namespace gridmark::load {

/// The output of `gridmark-machine check`.
///
/// errors  toolchain: another text
Result<TimingCheck> load_timing_check(std::string_view text);

/// Reads docs/formats/machine-baseline.schema.json. `where` names the text in messages.
///
/// errors  toolchain: another version, or another text
Result<MachineBaseline> load_baseline(std::string_view text, const std::string& where);

/// The machine baseline that `gridmark-machine baseline` printed, with the time when it was measured: UTC,
/// RFC 3339.
///
/// errors  as load_baseline
Result<std::string> dated_baseline(std::string_view printed, const std::string& measured);

}  // namespace gridmark::load
