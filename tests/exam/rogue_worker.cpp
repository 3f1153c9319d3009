// A worker without a device, for the tests of the channel: honest, crashing, hanging, flooding, cheating.
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>

#include "labkit/exam/control_page.h"
#include "labkit/exam/worker.h"
#include "tests/exam/behave.h"

namespace gridmark::emulation {

void reset_meters() {}
Meters read_meters() {
  Meters meters;
  meters.launches = 7;
  return meters;
}
std::vector<Allocation> live_allocations() { return {{128, {"student.cu", 3}}}; }
void name_allocation(const void*, std::string_view) {}
void set_fault_handler(FaultHandler handler) {
  static FaultHandler kept = handler;
  std::signal(SIGSEGV, [](int) {
    kept("reads through a null pointer", "student.cu", 9);
    std::signal(SIGSEGV, SIG_DFL);
    std::raise(SIGSEGV);
  });
}

}  // namespace gridmark::emulation

using gridmark::exam::Behave;
using gridmark::exam::ring;
using gridmark::exam::Status;

namespace {

gridmark::exam::ControlPage& page() {
  static void* mapped = mmap(nullptr, sizeof(gridmark::exam::ControlPage), PROT_READ | PROT_WRITE, MAP_SHARED,
                             gridmark::exam::control_descriptor, 0);
  return *static_cast<gridmark::exam::ControlPage*>(mapped);
}

void flood() {
  const std::string line(1 << 16, 'x');
  while (write(1, line.data(), line.size()) > 0) continue;
}

/// Answers in the worker's place: the right nonce, a text of its own.
void forge(const std::string& text) {
  std::memcpy(page().reply.data(), text.data(), text.size());
  page().reply_bytes = static_cast<std::uint32_t>(text.size());
  page().reply_nonce = page().request_nonce;
  ring(page().reply_bell, gridmark::exam::bell_of(page().request_nonce));
  pause();
}

void write_into_input(const Behave& op) {
  const auto address = reinterpret_cast<std::uintptr_t>(op.in.data()) & ~std::uintptr_t{4095};
  mprotect(reinterpret_cast<void*>(address), 4096, PROT_READ | PROT_WRITE);
  const_cast<int*>(op.in.data())[0] = 99;
}

}  // namespace

GRIDMARK_OPERATION(Behave, op) {
  if (op.how == "crash") std::raise(SIGSEGV);
  if (op.how == "abort") std::abort();
  if (op.how == "exit 0") _exit(0);
  if (op.how == "hang") pause();
  if (op.how == "flood") flood();
  if (op.how == "forge nothing") forge("");
  if (op.how == "forge a size") {
    page().reply_bytes = 0xFFFFFFFF;
    page().reply_nonce = page().request_nonce;
    ring(page().reply_bell, gridmark::exam::bell_of(page().request_nonce));
    pause();
  }
  if (op.how == "forge a nonce") {
    page().reply_nonce = page().request_nonce + 1;
    ring(page().reply_bell, gridmark::exam::bell_of(page().request_nonce));
    pause();
  }
  if (op.how == "write into the input") write_into_input(op);
  if (op.how == "return an error") return {2, "cudaErrorMemoryAllocation", "out of memory"};
  if (op.how == "do nothing") return {};
  for (std::size_t i = 0; i < op.in.size(); ++i) op.out.writable()[i] = 2 * op.in.values()[i];
  gridmark::exam::begin_graded_section();
  gridmark::exam::end_graded_section();
  return {};
}
