#pragma once
#include <iosfwd>

#include "emulation/driver/commands.h"

namespace gridmark::driver {

/// Exit statuses. Scripts rely on them.
enum class Status { compiled = 0, source_has_errors = 1, cannot_run = 2, wrong_usage = 64 };

/// Runs the action of `options` with the host's compiler. Its messages go to `messages`, rewritten text (-E)
/// to `output`. Throws CannotRun and Interrupted.
Status build(const Options& options, const Toolkit& toolkit, const CommandLine& compiler, bool colour,
             std::ostream& output, std::ostream& messages);

}  // namespace gridmark::driver
