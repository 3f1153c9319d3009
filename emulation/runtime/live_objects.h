#pragma once

namespace gridmark::emulation {

/// An object of the program exists now, or no longer.
/// call  that made it: "cudaEventCreate"
void note_object(const void* object, const char* call);
void forget_object(const void* object);

}  // namespace gridmark::emulation
