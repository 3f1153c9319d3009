#pragma once
// Addresses of memory in the counters: the same in every run.
#include <cstddef>
#include <cstdint>

namespace gridmark::counters {

/// Dynamic shared memory follows the static arrays in the banks' order. Any multiple of 128 bytes works.
constexpr std::uint64_t dynamic_shared_base = 1 << 24;

/// The program's variables: their true addresses differ from run to run.
constexpr std::uint64_t variables_base = std::uint64_t{1} << 44;

/// Size of the pages that hold the cells of page-locked memory.
constexpr std::size_t host_page_bytes = 4096;

}  // namespace gridmark::counters
