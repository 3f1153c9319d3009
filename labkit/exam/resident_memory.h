#pragma once
// What the worker holds of the machine's memory, wherever a submission has put it.
#include <cstdint>

namespace gridmark::exam {

/// The most bytes of main memory that this process has had at a time. It never falls.
std::uint64_t peak_resident_bytes();

}  // namespace gridmark::exam
