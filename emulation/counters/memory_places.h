#pragma once
// Where the counters have memory: the same in every run.
#include <cstdint>

namespace gridmark::counters {

/// Dynamic shared memory follows the static arrays in the banks' order; any multiple of 128 bytes will do.
constexpr std::uint64_t dynamic_shared_base = 1 << 24;

/// The program's variables: their true addresses differ from run to run.
constexpr std::uint64_t variables_base = std::uint64_t{1} << 44;

}  // namespace gridmark::counters
