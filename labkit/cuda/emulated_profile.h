#pragma once
// Counts of the emulated device for each kernel, from the file that a counted program writes.
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "emulation/meters.h"

namespace gridmark::cuda {

/// Traffic of each kernel with global and shared memory, summed over its launches. All other values stay 0.
/// Names have no parameters: "tiled_kernel". Nothing if `text` is not a profile
/// (docs/formats/profile.schema.json).
std::optional<std::map<std::string, emulation::Meters>> read_emulated_profile(std::string_view text);

}  // namespace gridmark::cuda
