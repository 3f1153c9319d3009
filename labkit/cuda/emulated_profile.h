#pragma once
// What the emulated device counted, kernel by kernel, from the file that a counted program writes.
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "emulation/meters.h"

namespace gridmark::cuda {

/// Traffic with global and shared memory of each kernel, all its launches together; the rest is left at 0.
/// Names are without parameters: "tiled_kernel". Nothing where `text` is no profile
/// (docs/formats/profile.schema.json).
std::optional<std::map<std::string, emulation::Meters>> read_emulated_profile(std::string_view text);

}  // namespace gridmark::cuda
