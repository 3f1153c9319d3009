#include "labkit/cuda/emulated_profile.h"

#include <nlohmann/json.hpp>

#include "labkit/cuda/ncu_counters.h"

namespace gridmark::cuda {
namespace {

using Json = nlohmann::json;

std::uint64_t count_at(const Json& kernel, const char* pointer) {
  const Json::json_pointer place(pointer);
  if (!kernel.contains(place) || !kernel[place].is_number_unsigned()) return 0;
  return kernel[place].get<std::uint64_t>();
}

void add(emulation::Meters& meters, const Json& kernel) {
  meters.loads.requests += count_at(kernel, "/loads/requests");
  meters.loads.sectors += count_at(kernel, "/loads/sectors");
  meters.stores.requests += count_at(kernel, "/stores/requests");
  meters.stores.sectors += count_at(kernel, "/stores/sectors");
  meters.shared.wavefronts += count_at(kernel, "/shared/wavefronts");
  meters.shared.ideal_wavefronts += count_at(kernel, "/shared/ideal_wavefronts");
}

}  // namespace

std::optional<std::map<std::string, emulation::Meters>> read_emulated_profile(std::string_view text) {
  const Json profile = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!profile.is_object() || !profile.contains("kernels") || !profile["kernels"].is_array())
    return std::nullopt;
  std::map<std::string, emulation::Meters> kernels;
  for (const Json& kernel : profile["kernels"])
    if (kernel.is_object() && kernel.contains("name") && kernel["name"].is_string())
      add(kernels[plain_kernel(kernel["name"].get<std::string>())], kernel);
  return kernels;
}

}  // namespace gridmark::cuda
