// main of the untrusted program. It waits for requests on the control page and answers them, until an empty
// request ends it or it is killed.
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstring>

#include "emulation/distrust.h"
#include "emulation/witness.h"
#include "labkit/channel/control_page.h"
#include "labkit/channel/descriptor_passing.h"
#include "labkit/channel/worker.h"

/// Empty function for a debugger's breakpoint, behind the bell of a point.
extern "C" __attribute__((noipa)) void gridmark_wait_point() { asm volatile(""); }

namespace gridmark::channel {
namespace {

ControlPage* page = nullptr;

/// Leaves a dying worker's message where the checker finds it. Called from a signal handler.
void note_fault(const char* message, const char* file, int line) {
  FaultNote& note = page->fault;
  if (note.set.load() != 0) return;
  std::strncpy(note.message.data(), message, note.message.size() - 1);
  std::strncpy(note.file.data(), file == nullptr ? "" : file, note.file.size() - 1);
  note.line = line;
  note.set.store(1, std::memory_order_release);
}

/// Waits until the checker has read the meters.
void stand_still(const emulation::WitnessPoint& point) {
  constexpr std::int64_t microseconds = 2000;
  WitnessBells& witness = page->witness;
  if (witness.wanted.load(std::memory_order_acquire) == 0) return;
  const std::uint32_t before = witness.passed.load();
  witness.kind = static_cast<std::uint32_t>(point.kind);
  witness.sites = reinterpret_cast<std::uintptr_t>(point.sites);
  witness.site_count = point.site_count;
  ring(witness.reached, before + 1);
  while (witness.passed.load(std::memory_order_acquire) == before) {
    gridmark_wait_point();
    wait_for_bell(witness.passed, before, microseconds);
  }
}

Request read_request() {
  Request request;
  request.bytes.assign(page->request.data(), page->request_bytes);
  const auto count = static_cast<int>(page->request_arrays);
  for (const int descriptor : receive_descriptors(socket_descriptor, count))
    request.arrays.push_back({SharedMemory::open(descriptor), {}});
  const auto links = static_cast<int>(page->request_links);
  for (const int descriptor : receive_descriptors(socket_descriptor, links))
    request.links.push_back(std::make_shared<FileDescriptor>(descriptor));
  return request;
}

void write_reply(const Reply& reply, std::uint64_t nonce) {
  std::string text = to_json(reply);
  if (text.size() > page->reply.size()) text.clear();
  std::memcpy(page->reply.data(), text.data(), text.size());
  page->reply_bytes = static_cast<std::uint32_t>(text.size());
  page->reply_nonce = nonce;
  ring(page->reply_bell, bell_of(nonce));
}

int serve() {
  const auto control = SharedMemory::open(control_descriptor, SharedMemory::Pages::as_touched);
  if (control->bytes() < sizeof(ControlPage)) return 2;
  page = static_cast<ControlPage*>(control->data());
  emulation::set_fault_handler(note_fault);
  emulation::set_witness_handler(stand_still);
  std::uint32_t last = 0;
  while (true) {
    while (!wait_for_bell(page->request_bell, last, INT64_MAX)) continue;
    last = page->request_bell.load(std::memory_order_acquire);
    const std::uint64_t nonce = page->request_nonce;
    if (page->request_bytes == 0) return 0;
    const Reply reply = run_operation(read_request());
    std::fflush(nullptr);  // output of the student belongs to this operation
    write_reply(reply, nonce);
  }
}

// This runs before any constructor of a student. grader/compile/symbol_rules.cpp leaves them 99 and above.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wprio-ctor-dtor"
__attribute__((constructor(98))) void distrust() { emulation::distrust_program(); }
#pragma GCC diagnostic pop

}  // namespace
}  // namespace gridmark::channel

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // keeps the output before a crash
  try {
    return gridmark::channel::serve();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gridmark: the worker was started without a checker: %s\n", error.what());
    return 2;
  }
}
