#pragma once
// What the worker holds of the machine's memory, wherever a submission has put it.
#include <cstdint>

namespace gridmark::channel {

/// From now on memory comes in the smallest pages: where a kernel gives huge ones to all, a touched byte
/// would count as 2 MiB.
void use_small_pages();

/// The most bytes of main memory that this process has had at a time. It never falls.
std::uint64_t peak_resident_bytes();

}  // namespace gridmark::channel
