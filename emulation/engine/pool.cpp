#include "emulation/engine/pool.h"

#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <thread>

#include "emulation/engine/device_access.h"
#include "emulation/engine/observer.h"
#include "emulation/engine/program_signals.h"
#include "emulation/engine/resident_blocks.h"
#include "emulation/engine/wait_for_change.h"

namespace gridmark::emulation {
namespace {

Pool* pool = nullptr;

unsigned wanted_threads() {
  const char* setting = std::getenv("GRIDMARK_THREADS");
  const long threads = setting ? std::strtol(setting, nullptr, 10) : 0;
  return threads > 0 ? static_cast<unsigned>(std::min(threads, 256L))
                     : std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace

Pool& Pool::instance() {
  if (!pool) {
    // Never destroyed, because its threads may wait when the program ends. A forked child starts its own
    // pool.
    pool = new Pool(wanted_threads());
    static const int registered = pthread_atfork(nullptr, nullptr, [] { pool = nullptr; });
    static_cast<void>(registered);
  }
  return *pool;
}

Pool::Pool(unsigned threads) : threads_(1) {
  if (observer) return;
  const ProgramSignalsElsewhere elsewhere;
  try {
    for (; threads_ < threads; ++threads_) std::thread([this] { helper(); }).detach();
  } catch (const std::system_error&) {
    // The system limits threads. Those that started do the work.
  }
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
  ResidentBlocks::here().work(run_);
}

/// Too small to be worth waking other threads.
bool Pool::is_small() const {
  const uint3 threads = run_.grid->threads;
  return run_.queue.blocks() == 1 || run_.queue.blocks() * threads.x * threads.y * threads.z <= 128;
}

void Pool::run(const Grid& grid) {
  run_.grid = &grid;
  run_.given_up = false;
  run_.queue.reset(grid, 1);
  const std::uint64_t blocks = run_.queue.blocks();
  if (grid.cooperative) run_.barrier.reset(blocks);
  if (observer || threads_ == 1 || is_small()) {
    run_.most_resident = grid.most_resident;
    run_.queue.reset(grid, grid.cooperative ? 1 : blocks);
    return work();
  }
  run_.most_resident = (grid.most_resident + threads_ - 1) / threads_;
  if (!grid.cooperative) run_.queue.reset(grid, std::clamp<std::uint64_t>(blocks / (threads_ * 16), 1, 64));
  wake_helpers();
  work();
  for (std::uint32_t left; (left = busy_.load(std::memory_order_acquire)) != 0;) wait_for_change(busy_, left);
}

void Pool::wake_helpers() {
  busy_.store(threads_ - 1, std::memory_order_relaxed);
  generation_.fetch_add(1, std::memory_order_release);
  generation_.notify_all();
}

}  // namespace gridmark::emulation
