#pragma once
// Where the counters have memory: the same in every run.
#include <cstddef>
#include <cstdint>

namespace gridmark::counters {

/// Dynamic shared memory follows the static arrays in the banks' order; any multiple of 128 bytes will do.
constexpr std::uint64_t dynamic_shared_base = 1 << 24;

/// The program's variables: their true addresses differ from run to run.
constexpr std::uint64_t variables_base = std::uint64_t{1} << 44;

/// Page-locked memory has its cells in pages of this size.
constexpr std::size_t host_page_bytes = 4096;

}  // namespace gridmark::counters
