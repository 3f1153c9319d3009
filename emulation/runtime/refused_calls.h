#pragma once
#include <string>

#include "emulation/runtime/copies.h"
#include "emulation/runtime/device_memory.h"
#include "gridmark/runtime_types.h"

namespace gridmark::emulation {

/// Keeps the error as remember() does, and the call with its line and what is wrong with its arguments. A
/// program that runs by itself prints it at once. Callers hold the device lock.
cudaError_t refuse(const std::string& call, cudaError_t error, const std::string& why);

/// `freed` arrays of device memory went with the call.
void note_device_reset(std::size_t freed, const void* caller);

/// "a 400-byte allocation made at a.cu:3, which was freed at a.cu:9"
std::string freed_words(const DeviceAllocation& released);

/// What keeps an address from being given to cudaFree.
std::string why_not_freed(const void* device);

/// What keeps `bytes` from being written there by cudaMemset.
std::string why_not_filled(const void* device, std::size_t bytes);

/// What keeps a copy from being made; empty where the arguments fit.
std::string why_not_copied(const Box& what, cudaMemcpyKind kind);

}  // namespace gridmark::emulation
