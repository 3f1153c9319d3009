#include "labkit/cuda/device_faults.h"

namespace gridmark::cuda {
namespace {

// The numbers are part of CUDA's interface (driver_types.h, enum cudaError).
struct DeviceFault {
  int code;
  const char* message;
};

constexpr DeviceFault faults[] = {
    {700, "illegal memory access in a kernel"},
    {702, "a kernel runs without an end"},
    {710, "a failed assert in a kernel"},
    {714, "stack overflow in a kernel: local arrays or recursion took more than a device thread has"},
    {715, "trap or illegal instruction in a kernel"},
    {716, "misaligned access in a kernel: a vector type of 16 bytes must lie at a multiple of 16 bytes"},
    {717,
     "illegal memory access in a kernel: an instruction for one kind of memory was given another's address"},
    {718,
     "a kernel jumped to an address that is not code: a function pointer was never set, or was overwritten"},
    {719, "a kernel was ended by the device (cudaErrorLaunchFailure)"},
    {214, "the device's memory had an error that cannot be corrected. The machine is at fault"},
};

const DeviceFault* find(int code) {
  for (const DeviceFault& fault : faults)
    if (fault.code == code) return &fault;
  return nullptr;
}

}  // namespace

bool is_sticky(int code) { return find(code) != nullptr; }

std::string fault_message(int code, const std::string& name) {
  const DeviceFault* fault = find(code);
  return fault ? fault->message : "the device stopped with " + name;
}

}  // namespace gridmark::cuda
