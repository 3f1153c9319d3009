#pragma once

namespace gridmark::emulation {

/// Notes that an object of the program was created or destroyed.
/// call  that made it: "cudaEventCreate"
void note_object(const void* object, const char* call);
void forget_object(const void* object);

}  // namespace gridmark::emulation
