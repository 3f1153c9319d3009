#include "emulation/engine/alternate_stack.h"

#include <signal.h>
#include <unistd.h>

#include <cstddef>
#include <memory>

namespace gridmark::emulation {
namespace {

constexpr std::size_t bytes = 256 * 1024;  // reading debug information takes a part of it

struct AlternateStack {
  std::unique_ptr<char[]> memory;
  ~AlternateStack() {
    if (!memory) return;
    // The main thread still runs destructors of static objects, with kernels in them.
    if (gettid() == getpid()) {
      static_cast<void>(memory.release());
      return;
    }
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
};
thread_local AlternateStack alternate;

}  // namespace

void use_alternate_signal_stack() {
  stack_t present{};
  if (sigaltstack(nullptr, &present) != 0 || !(present.ss_flags & SS_DISABLE)) return;
  alternate.memory.reset(new char[bytes]);
  stack_t mine{};
  mine.ss_sp = alternate.memory.get();
  mine.ss_size = bytes;
  sigaltstack(&mine, nullptr);
}

}  // namespace gridmark::emulation
