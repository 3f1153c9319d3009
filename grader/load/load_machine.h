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

/// Joins the output of `gridmark-machine baseline` and `gridmark-device-baseline` to one machine baseline.
/// `measured` is UTC, RFC 3339.
///
/// errors  as load_baseline
Result<std::string> join_baseline(std::string_view host, std::string_view device,
                                  const std::string& measured = "");

}  // namespace gridmark::load
