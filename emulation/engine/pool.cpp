#include "emulation/engine/pool.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <thread>

#include "emulation/engine/block.h"
#include "emulation/engine/device_access.h"
#include "emulation/engine/observer.h"

namespace gridmark::emulation {
namespace {

Pool* pool = nullptr;

unsigned wanted_threads() {
  const char* setting = std::getenv("GRIDMARK_THREADS");
  const long threads = setting ? std::strtol(setting, nullptr, 10) : 0;
  return threads > 0 ? static_cast<unsigned>(std::min(threads, 256L))
                     : std::max(1u, std::thread::hardware_concurrency());
}

/// Waits until `value` is no longer `old`. Sleeping and waking costs 50 us a launch, so it spins that long
/// first.
void wait_for_change(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  for (int i = 0; i < 2000; ++i) {
    if (value.load(std::memory_order_acquire) != old) return;
    __builtin_ia32_pause();
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

Pool& Pool::instance() {
  if (!pool) {
    // Never destroyed: its threads may wait when the program ends. A forked child starts its own.
    pool = new Pool(wanted_threads());
    static const int registered = pthread_atfork(nullptr, nullptr, [] { pool = nullptr; });
    static_cast<void>(registered);
  }
  return *pool;
}

Pool::Pool(unsigned threads) : threads_(1) {
  if (observer) return;
  sigset_t all, before;
  sigfillset(&all);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigdelset(&all, fault);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // the program's signals stay with the program's threads
  try {
    for (; threads_ < threads; ++threads_) std::thread([this] { helper(); }).detach();
  } catch (const std::system_error&) {
    // A limit on threads: those that started do the work.
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Pool::helper() {
  for (std::uint32_t seen = 0;;) {
    wait_for_change(generation_, seen);
    seen = generation_.load(std::memory_order_acquire);
    work();
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

void Pool::work() {
  const DeviceAccess access;
  const Grid& grid = *grid_;
  Block& block = Block::here();
  block.prepare(grid);
  const std::uint64_t row = grid.blocks.x, plane = row * grid.blocks.y;
  for (;;) {
    const std::uint64_t first = next_block_.fetch_add(chunk_, std::memory_order_relaxed);
    if (first >= blocks_) return;
    for (std::uint64_t b = first, end = std::min(first + chunk_, blocks_); b < end; ++b)
      block.run({static_cast<unsigned>(b % row), static_cast<unsigned>(b % plane / row),
                 static_cast<unsigned>(b / plane)});
  }
}

/// Not worth waking anybody for.
bool Pool::is_small() const {
  const uint3 threads = grid_->threads;
  return blocks_ == 1 || blocks_ * threads.x * threads.y * threads.z <= 128;
}

void Pool::run(const Grid& grid) {
  grid_ = &grid;
  blocks_ = std::uint64_t{grid.blocks.x} * grid.blocks.y * grid.blocks.z;
  next_block_ = 0;
  if (observer || threads_ == 1 || is_small()) {
    chunk_ = blocks_;
    return work();
  }
  chunk_ = std::clamp<std::uint64_t>(blocks_ / (threads_ * 16), 1, 64);
  busy_.store(threads_ - 1, std::memory_order_relaxed);
  generation_.fetch_add(1, std::memory_order_release);
  generation_.notify_all();
  work();
  for (std::uint32_t left; (left = busy_.load(std::memory_order_acquire)) != 0;) wait_for_change(busy_, left);
}

}  // namespace gridmark::emulation
