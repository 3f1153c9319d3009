#pragma once
// The lines of benchmark_matmul that a fault can name: its call of the kernel, and its readings of a clock. A
// device that cannot provide them has none, and the report names only the function.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

#include "labkit/channel/clock_watch.h"
#include "labkit/channel/worker.h"

namespace gridmark::lab1 {

class CallPlaces {
 public:
  /// finished  the number of calls whose work is done, as the device counts them. It must outlive this object
  explicit CallPlaces(const std::atomic<int>& finished) : finished_(finished) {
    current() = this;
    channel::watch_clocks([](channel::ClockUse use, const void* caller) { current()->looked(use, caller); });
  }
  CallPlaces(const CallPlaces&) = delete;
  CallPlaces& operator=(const CallPlaces&) = delete;
  ~CallPlaces() { channel::watch_clocks(nullptr); }

  /// Notes a call of the kernel that returns to `caller`.
  void called(const void* caller) {
    if (calls_.size() < most) calls_.push_back(caller);
  }

  /// The number of clock readings by the submission, not the probe, before call number `call` and after the
  /// last one.
  int looks_up_to(int call) const {
    return count_looks([=](const Look& look) { return static_cast<int>(look.calls) <= call; });
  }
  int looks_after_all() const {
    return count_looks([this](const Look& look) { return look.calls == calls_.size(); });
  }

  /// Adds the known places to the reply after benchmark_matmul has returned.
  /// first_timed, failing  indices of calls; below 0: none
  void note(int first_timed, int failing) {
    channel::watch_clocks(nullptr);
    note_call("first call", 0);
    note_call("first timed call", first_timed);
    note_call("failing call", failing);
    note_call("last call", static_cast<int>(calls_.size()) - 1);
    channel::note_place("clock start", start_line());
    channel::note_place("clock stop", stop_line());
  }

 private:
  static constexpr std::size_t most = 4096;

  struct Look {
    channel::ClockUse use;
    const void* caller;
    std::size_t calls;  ///< number of calls at that time
    bool all_done;      ///< whether their work was done
  };

  static CallPlaces*& current() {
    static CallPlaces* instance = nullptr;
    return instance;
  }

  void looked(channel::ClockUse use, const void* caller) {
    const std::size_t calls = calls_.size();
    if (looks_.size() < most)
      looks_.push_back({use, caller, calls, static_cast<std::size_t>(finished_.load()) >= calls});
  }

  template <class Condition>
  int count_looks(Condition condition) const {
    return static_cast<int>(std::count_if(looks_.begin(), looks_.end(), [&](const Look& look) {
      return condition(look) && !channel::submission_line(look.caller).file.empty();
    }));
  }

  void note_call(const char* name, int call) {
    if (call >= 0 && static_cast<std::size_t>(call) < calls_.size())
      channel::note_place(name, channel::submission_line(calls_[static_cast<std::size_t>(call)]));
  }

  /// The last clock reading before the first call.
  emulation::SourcePlace start_line() const {
    emulation::SourcePlace line;
    for (const Look& look : looks_) {
      if (look.calls > 0) break;
      if (const auto here = channel::submission_line(look.caller); !here.file.empty()) line = here;
    }
    return line;
  }

  /// The first clock reading after the last call with work still running, else the line of that call.
  emulation::SourcePlace stop_line() const {
    for (const Look& look : looks_)
      if (look.calls == calls_.size() && !look.all_done && look.use == channel::ClockUse::read)
        if (const auto here = channel::submission_line(look.caller); !here.file.empty()) return here;
    return calls_.empty() ? emulation::SourcePlace{} : channel::submission_line(calls_.back());
  }

  const std::atomic<int>& finished_;
  std::vector<const void*> calls_;
  std::vector<Look> looks_;
};

}  // namespace gridmark::lab1
