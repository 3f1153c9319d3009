#pragma once
// Main memory that the worker uses, wherever the submission has put it.
#include <cstdint>

namespace gridmark::channel {

/// Requests the smallest pages for all later memory. Some kernels give huge pages to every process, and then
/// one touched byte would count as 2 MiB.
void use_small_pages();

/// The peak of main memory that this process has used, in bytes. It never falls.
std::uint64_t peak_resident_bytes();

}  // namespace gridmark::channel
