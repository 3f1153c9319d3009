#pragma once
// Phrases of messages about mistakes that a checker can repair in the source. It recognises them by these
// words.
#include <string_view>

namespace gridmark::emulation {

inline constexpr std::string_view copy_either_way = ": either the direction must be ";
inline constexpr std::string_view freed_twice =
    ": remove one of the two calls, or free the pointer that was meant";
inline constexpr std::string_view needless_reset = ": leave it out, or call it when the program ends";
inline constexpr std::string_view no_return = "ended without a return at ";
inline constexpr std::string_view deadlock_in = "deadlock in kernel ";
inline constexpr std::string_view events_not_reached = "the device has not reached the events yet: ";
inline constexpr std::string_view too_many_threads = " threads, and a block has at most ";
inline constexpr std::string_view shared_memory_limit =
    "; cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) allows up to ";
inline constexpr std::string_view shared_memory_unasked = " bytes of dynamic shared memory of the launch";
inline constexpr std::string_view pointer_of_host = " of the launch points to host memory";
inline constexpr std::string_view pointer_of_device = "host code used a device pointer";
inline constexpr std::string_view too_little_room = " (a size is in bytes, not in elements)";
inline constexpr std::string_view too_little_for_kernel =
    ": the size that cudaMalloc takes is in bytes, not in elements";
inline constexpr std::string_view returned_too_early =
    ": let no thread return before the last __syncthreads()";

}  // namespace gridmark::emulation
