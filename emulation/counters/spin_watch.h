#pragma once
#include <cstdint>

namespace gridmark::counters {

/// Notices a thread that comes back to the same one or two addresses and to nothing else: most likely it
/// waits for another thread, which must get a turn. Depends on the accesses alone, so that every run is the
/// same.
class SpinWatch {
 public:
  static constexpr unsigned most_repeats = 1000;

  /// Of the last accesses that were told: whose they were, and how often they came back.
  unsigned thread() const { return thread_; }
  unsigned repeats() const { return repeats_; }

  bool seems_to_spin(unsigned thread, std::uintptr_t address) {
    if (thread == thread_ && (address == last_ || address == before_))
      return ++repeats_ > most_repeats && rest();
    before_ = last_;
    last_ = address;
    thread_ = thread;
    repeats_ = 0;
    return false;
  }

 private:
  bool rest() {
    repeats_ = 0;
    return true;
  }

  std::uintptr_t last_ = 0, before_ = 0;
  unsigned thread_ = 0, repeats_ = 0;
};

}  // namespace gridmark::counters
