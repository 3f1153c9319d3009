// A worker without a device, for the tests of the channel: honest, crashing, hanging, flooding, cheating.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include "emulation/engine/source_place.h"
#include "emulation/host_allocations.h"
#include "labkit/channel/control_page.h"
#include "labkit/channel/worker.h"
#include "tests/channel/behave.h"

namespace gridmark::emulation {

void reset_meters() {}
Meters read_meters() {
  Meters meters;
  meters.launches = 7;
  meters.lines = {{{"student.cu", 12}, "sum"}};
  meters.lines.front().stores.requests = 1;
  return meters;
}
std::vector<Allocation> live_host_allocations() { return {}; }
std::vector<Allocation> live_allocations() { return {{128, {"student.cu", 3}}}; }
void name_allocation(const void*, std::string_view) {}
SourcePlace source_place(const void*) { return {}; }
void set_fault_handler(FaultHandler handler) {
  static FaultHandler kept = handler;
  std::signal(SIGSEGV, [](int) {
    kept("reads through a null pointer", "student.cu", 9);
    std::signal(SIGSEGV, SIG_DFL);
    std::raise(SIGSEGV);
  });
}

}  // namespace gridmark::emulation

using gridmark::channel::Behave;
using gridmark::channel::ring;
using gridmark::channel::Status;

namespace {

gridmark::channel::ControlPage& page() {
  static void* mapped = mmap(nullptr, sizeof(gridmark::channel::ControlPage), PROT_READ | PROT_WRITE,
                             MAP_SHARED, gridmark::channel::control_descriptor, 0);
  return *static_cast<gridmark::channel::ControlPage*>(mapped);
}

void flood() {
  const std::string line(1 << 16, 'x');
  while (write(1, line.data(), line.size()) > 0) continue;
}

/// Forges an answer with the right nonce and any text.
void forge(const std::string& text) {
  std::memcpy(page().reply.data(), text.data(), text.size());
  page().reply_bytes = static_cast<std::uint32_t>(text.size());
  page().reply_nonce = page().request_nonce;
  ring(page().reply_bell, gridmark::channel::bell_of(page().request_nonce));
  pause();
}

void write_into_input(const Behave& op) {
  const auto address = reinterpret_cast<std::uintptr_t>(op.in.data()) & ~std::uintptr_t{4095};
  mprotect(reinterpret_cast<void*>(address), 4096, PROT_READ | PROT_WRITE);
  const_cast<int*>(op.in.data())[0] = 99;
}

/// Continues to compute after the answer.
void work_late() {
  std::thread([] {
    const auto used = [] {
      timespec time{};
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
      return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    while (used() < 0.05) continue;
  }).detach();
}

}  // namespace

/// All information that a process receives when it starts.
Status all_that_is_told() {
  std::string all;
  for (char** variable = environ; *variable != nullptr; ++variable) all += std::string(*variable) + "\n";
  for (const char* file : {"/proc/self/cmdline", "/proc/self/environ", "/proc/self/auxv"}) {
    std::ifstream stream(file, std::ios::binary);
    all.append(std::istreambuf_iterator<char>(stream), {});
  }
  return {1, "told", all};
}

/// Writes into the output long after the reply.
void write_late(std::span<int> output) {
  std::thread([output] {
    for (int i = 0; i < 200; ++i) {
      for (int& value : output) value = 666;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }).detach();
}

GRIDMARK_OPERATION(Behave, op) {
  static int calls = 0;
  ++calls;
  if (op.how == "count calls") return {calls, "calls", ""};
  if (op.how == "list descriptors") {
    std::string open;
    for (int descriptor = 0; descriptor < 64; ++descriptor)
      if (fcntl(descriptor, F_GETFD) >= 0) open += std::to_string(descriptor) + " ";
    return {1, "open", open};
  }
  if (op.how == "what am I told") return all_that_is_told();
  if (op.how == "write late") {
    static std::vector<Behave> kept;  // so that the memory stays mapped
    kept.push_back(op);
    write_late(kept.back().out.writable());
    return {};
  }
  if (op.how == "work late") work_late();
  if (op.how == "crash") std::raise(SIGSEGV);
  if (op.how == "abort") std::abort();
  if (op.how == "print and abort") std::puts("so far so good"), std::abort();
  if (op.how == "print and do nothing") return std::puts("n is 3"), Status{};
  if (op.how == "exit 0") _exit(0);
  if (op.how == "hang") pause();
  if (op.how == "flood") flood();
  if (op.how == "forge nothing") forge("");
  if (op.how == "forge a size") {
    page().reply_bytes = 0xFFFFFFFF;
    page().reply_nonce = page().request_nonce;
    ring(page().reply_bell, gridmark::channel::bell_of(page().request_nonce));
    pause();
  }
  if (op.how == "forge a nonce") {
    page().reply_nonce = page().request_nonce + 1;
    ring(page().reply_bell, gridmark::channel::bell_of(page().request_nonce));
    pause();
  }
  if (op.how == "write into the input") write_into_input(op);
  if (op.how == "return an error") return {2, "cudaErrorMemoryAllocation", "out of memory"};
  if (op.how == "do nothing") return {};
  for (std::size_t i = 0; i < op.in.size(); ++i) op.out.writable()[i] = 2 * op.in.values()[i];
  gridmark::channel::begin_graded_section();
  gridmark::channel::end_graded_section();
  return {};
}
