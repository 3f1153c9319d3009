#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/fix.h"
#include "grader/core/measurement.h"
#include "grader/core/outcome.h"

namespace gridmark {

/// One compile of a submission for a device and flavour. A build that fails because of the student is a value
/// too.
struct Build {
  Device device = Device::emulated;
  Flavour flavour = Flavour::fast;
  Outcome outcome = Outcome::passed;        ///< passed, build_failed, timed_out, out_of_memory, output_limit
  std::string messages;                     ///< the compiler's output, bytes, capped
  std::optional<Place> place;               ///< place of the first error
  double seconds = 0;                       ///< wall time of the compile, measured
  std::filesystem::path program;            ///< the worker, empty unless passed
  std::vector<std::string> undefined = {};  ///< functions that the linker did not find
  std::vector<Fix> fixes = {};              ///< the compiler's own repair of the first error
};

}  // namespace gridmark
