// __device__ and __constant__ variables are ordinary variables of the program.
#include "emulation/runtime/symbols.h"

#include <cstdint>
#include <map>

#include "emulation/runtime/last_error.h"
#include "emulation/runtime/streams.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

std::map<std::uintptr_t, std::size_t>& known_symbols() {
  static auto* symbols = new std::map<std::uintptr_t, std::size_t>;
  return *symbols;
}

}  // namespace

bool is_symbol(const void* address, std::size_t bytes) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  auto after = known_symbols().upper_bound(at);
  if (after == known_symbols().begin()) return false;
  --after;
  return at + bytes <= after->first + after->second;
}

cudaError_t symbol_address(void** address, const void* symbol, std::size_t bytes) {
  const DeviceLock lock(device_mutex());
  if (!address) return remember(cudaErrorInvalidValue);
  known_symbols()[reinterpret_cast<std::uintptr_t>(symbol)] = bytes;
  *address = const_cast<void*>(symbol);
  return cudaSuccess;
}

cudaError_t check_symbol_range(std::size_t symbol_bytes, std::size_t bytes, std::size_t offset) {
  const bool inside = offset <= symbol_bytes && bytes <= symbol_bytes - offset;
  return inside ? cudaSuccess : remember(cudaErrorInvalidValue);
}

}  // namespace gridmark::emulation
