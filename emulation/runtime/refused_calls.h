#pragma once
#include <string>

#include "emulation/runtime/copies.h"
#include "emulation/runtime/device_memory.h"
#include "gridmark/runtime_types.h"

namespace gridmark::emulation {

/// Keeps the error as remember() does, and records the call with its line and the problem with its arguments.
/// A program that runs by itself prints it at once. Callers must hold the device lock.
cudaError_t refuse(const std::string& call, cudaError_t error, const std::string& why);

/// cudaDeviceReset() freed `freed` arrays of device memory.
void note_device_reset(std::size_t freed, const void* caller);

/// "a 400-byte allocation made at a.cu:3, which was freed at a.cu:9"
std::string freed_words(const DeviceAllocation& released);

/// The reason why an address cannot be given to cudaFree.
std::string why_not_freed(const void* device);

/// The reason why cudaMemset cannot write `bytes` there.
std::string why_not_filled(const void* device, std::size_t bytes);

/// The reason why a copy cannot be made. Empty if the arguments are valid.
std::string why_not_copied(const Box& what, cudaMemcpyKind kind);

}  // namespace gridmark::emulation
