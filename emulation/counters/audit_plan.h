#pragma once
#include <algorithm>
#include <cstdint>
#include <random>

namespace gridmark::counters {

/// When accesses are held against their announcements (emulation/runtime/access_audit.h): from moments on
/// that nobody can foresee, as many between any two barriers as between others, and fewer once many were
/// watched: threads that poll come to a barrier again and again.
class AuditPlan {
 public:
  void enter_launch(std::uint64_t threads) {
    threads_ = static_cast<double>(threads);
    choose();
  }
  /// A thread goes on, at the kernel's beginning or behind a barrier. returns  how many instructions to
  /// watch, mostly 0
  unsigned watches() {
    if (random_() > most_drawn_) return 0;
    watched_ += at_once;
    choose();
    return at_once;
  }
  void clear() { watched_ = 0; }

 private:
  static constexpr unsigned at_once = 32;
  static constexpr std::uint64_t many = 32'768, very_many = 131'072;  ///< instructions; each takes 5 to 50 us

  /// Moments, where each thread goes on once.
  double expected() const {
    if (watched_ < many) return 8;
    return watched_ < very_many ? 0.5 : 0.1;
  }
  void choose() {
    most_drawn_ = static_cast<std::uint32_t>(std::min(1.0, expected() / threads_) *
                                             static_cast<double>(std::minstd_rand::max()));
  }

  std::minstd_rand random_{std::random_device{}()};
  double threads_ = 1;
  std::uint32_t most_drawn_ = 0;
  std::uint64_t watched_ = 0;  ///< since clear()
};

}  // namespace gridmark::counters
