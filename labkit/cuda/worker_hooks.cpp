// The worker's device interface (emulation/meters.h, labkit/channel/device_sample.h), implemented with a GPU.
#include <cuda_runtime_api.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>

#include "emulation/engine/source_place.h"
#include "emulation/host_allocations.h"
#include "labkit/cuda/device_faults.h"
#include "labkit/cuda/ledger.h"
#include "labkit/cuda/section.h"

namespace gridmark {
namespace {

emulation::FaultHandler say_fault = nullptr;

/// Leaves the message for the checker and ends the worker, as the emulated device does for a fault.
[[noreturn]] void end_with_fault(const std::string& message, const emulation::SourcePlace& place) {
  if (say_fault) say_fault(message.c_str(), place.file.c_str(), place.line);
  std::fprintf(stderr, "gridmark: %s\n", message.c_str());
  std::fflush(nullptr);
  _exit(1);
}

std::string at(const emulation::SourcePlace& place) {
  return place.file.empty() ? "" : " at " + emulation::text_of(place);
}

std::string host_message(int signal, const void* address, const emulation::SourcePlace& place) {
  if (signal == SIGFPE) return "integer division by zero by host code" + at(place);
  if (signal == SIGILL) return "trap or illegal instruction by host code" + at(place);
  if (signal == SIGABRT)
    return "aborted (a failed assert, or an uncaught exception) by host code" + at(place);
  if (const std::string array = cuda::ledger().described(address); !array.empty())
    return "host code used a device pointer" + at(place) + " (in " + array +
           "): copy the data with cudaMemcpy first";
  char text[64];
  std::snprintf(text, sizeof text, "illegal memory access at %p by host code", address);
  return text + at(place);
}

/// Searches for the line once. After a fault inside the search, the message has no line.
void on_fault(int signal, siginfo_t* info, void* context) {
  static volatile sig_atomic_t searching = 0;
  emulation::SourcePlace place;
  if (searching == 0) {
    searching = 1;
    const auto* registers = static_cast<const ucontext_t*>(context);
    place = emulation::source_place_of_instruction(
        reinterpret_cast<const void*>(registers->uc_mcontext.gregs[REG_RIP]));
  }
  end_with_fault(host_message(signal, info->si_addr, place), place);
}

}  // namespace

namespace emulation {

void reset_meters() {
  cuda::begin_section();
  cuda::ledger().reset();
}

Meters read_meters() {
  cuda::end_section();
  return cuda::ledger().read();
}

std::vector<Allocation> live_allocations() { return cuda::ledger().live_on_device(source_place); }

std::vector<Allocation> live_host_allocations() { return cuda::ledger().live_page_locked(source_place); }

void name_allocation(const void* device, std::string_view name) {
  cuda::ledger().name(device, std::string(name));
}

void set_fault_handler(FaultHandler handler) {
  say_fault = handler;
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
}

}  // namespace emulation

namespace channel {

DeviceSample take_device_sample() { return cuda::take_sample(); }

void note_device_error(int code) {
  if (cuda::is_sticky(code))
    end_with_fault(cuda::fault_message(code, cudaGetErrorName(static_cast<cudaError_t>(code))), {});
}

}  // namespace channel
}  // namespace gridmark
