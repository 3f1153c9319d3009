#include "emulation/runtime/quiet_host.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <system_error>
#include <thread>

#include "emulation/runtime/counted_hook.h"
#include "emulation/runtime/published_states.h"
#include "emulation/runtime/streams.h"

namespace gridmark::emulation {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr std::chrono::milliseconds between_looks{20};
constexpr Seconds patience_with_sleepers{0.1};
constexpr Seconds patience_with_known_spinners{0.1};
constexpr double busy_share = 0.25;  ///< of one processor, above which the host counts as working

Seconds patience_with_spinners() { return Seconds(counted_hook.fill ? 10 : 2); }

Seconds processor_time() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return Seconds(static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec));
}

/// Time since a call of the API last queued or ran work.
class Quiet {
 public:
  /// True if the host has waited long enough. `activity` changes with every action of the streams.
  bool lasts(std::uint64_t activity) {
    if (activity != activity_) begin(activity);
    const Seconds lasted = Clock::now() - since_;
    if (lasted < patience_with_sleepers) return false;
    const bool spins = processor_time() - used_before_ > busy_share * lasted;
    if (!spins) return true;
    if (lasted < (spins_ ? patience_with_known_spinners : patience_with_spinners())) return false;
    return spins_ = true;
  }
  void begin(std::uint64_t activity) {
    activity_ = activity;
    since_ = Clock::now();
    used_before_ = processor_time();
  }
  /// Work that the watching thread ran itself does not end the quiet time.
  void go_on(std::uint64_t activity) { activity_ = activity; }

 private:
  std::uint64_t activity_ = 0;
  Clock::time_point since_ = Clock::now();
  Seconds used_before_{0};
  bool spins_ = false;
};

std::atomic<bool> at_an_end{false};

/// One check. True if a command was run.
bool look(Quiet& quiet) {
  std::unique_lock lock(device_mutex(), std::try_to_lock);
  Streams& streams = Streams::instance();
  if (lock.owns_lock() && !at_an_end) publish_states();
  if (!lock.owns_lock() || at_an_end || streams.all_idle()) {
    quiet.begin(0);
    return false;
  }
  if (!quiet.lasts(streams.activity())) return false;
  const bool ran = streams.step_any();
  quiet.go_on(streams.activity());
  return ran;
}

void watch() {
  for (Quiet quiet; !at_an_end;) {
    if (!look(quiet)) std::this_thread::sleep_for(between_looks);
  }
}

/// Waits for the command that the watching thread may be running, because exit then destroys objects.
void end_watching() {
  at_an_end = true;
  const DeviceLock lock(device_mutex());
}

}  // namespace

void watch_for_a_quiet_host() {
  static const bool watched = [] {
    std::atexit(end_watching);
    try {
      std::thread(watch).detach();
    } catch (const std::system_error&) {
      return false;  // no more threads: such a host keeps waiting
    }
    return true;
  }();
  static_cast<void>(watched);
}

}  // namespace gridmark::emulation
