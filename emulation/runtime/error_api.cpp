// cudaGetLastError and the texts for error codes.
#include <atomic>

#include "emulation/engine/fault.h"
#include "emulation/engine/observer.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/fault_signals.h"
#include "emulation/runtime/last_error.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {

static thread_local cudaError_t last_error = cudaSuccess;

void forget_last_error() { last_error = cudaSuccess; }

cudaError_t remember(cudaError_t error) {
  if (error != cudaSuccess) last_error = error;
  return error;
}

static std::atomic<int> fault_of_a_kernel{cudaSuccess};

cudaError_t sticky_error() {
  return static_cast<cudaError_t>(fault_of_a_kernel.load(std::memory_order_relaxed));
}
void forget_sticky_error() { fault_of_a_kernel = cudaSuccess; }

cudaError_t device_error() { return device_count() == 0 ? remember(cudaErrorNoDevice) : sticky_error(); }

static bool keep_first_fault(int error) {
  int none = cudaSuccess;
  return fault_of_a_kernel.compare_exchange_strong(none, error);
}

// Every program that uses the runtime links this file, so faults are reported from its first line on.
__attribute__((constructor)) static void tell_faults_from_the_start() {
  keep_kernel_fault = keep_first_fault;
  install_fault_signals();
}

}  // namespace gridmark::emulation

using gridmark::emulation::last_error;
using gridmark::emulation::observer;
using gridmark::emulation::sticky_error;

extern "C" {

cudaError_t cudaGetLastError() {
  if (observer) observer->errors_asked_for();
  if (sticky_error() != cudaSuccess) return sticky_error();
  const cudaError_t error = last_error;
  last_error = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError() {
  if (observer) observer->errors_asked_for();
  return sticky_error() != cudaSuccess ? sticky_error() : last_error;
}

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define GRIDMARK_NAME(name, number, text) \
  case name:                              \
    return #name;
    GRIDMARK_CUDA_ERRORS(GRIDMARK_NAME)
#undef GRIDMARK_NAME
  }
  return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define GRIDMARK_TEXT(name, number, text) \
  case name:                              \
    return text;
    GRIDMARK_CUDA_ERRORS(GRIDMARK_TEXT)
#undef GRIDMARK_TEXT
  }
  return "unrecognized error code";
}

}  // extern "C"
