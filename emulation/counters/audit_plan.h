#pragma once
#include <algorithm>
#include <cstdint>
#include <random>

namespace gridmark::counters {

/// When accesses are held against their announcements (emulation/runtime/access_audit.h): from moments on
/// that nobody can foresee, as many between any two barriers as between others, and fewer once many were
/// watched.
class AuditPlan {
 public:
  void enter_launch(std::uint64_t threads) {
    const double expected = watched_ < many ? 8 : 0.5;
    most_drawn_ = static_cast<std::uint32_t>(std::min(1.0, expected / static_cast<double>(threads)) *
                                             static_cast<double>(std::minstd_rand::max()));
  }
  /// A thread goes on, at the kernel's beginning or behind a barrier. returns  how many instructions to
  /// watch, mostly 0
  unsigned watches() {
    if (random_() > most_drawn_) return 0;
    watched_ += at_once;
    return at_once;
  }
  void clear() { watched_ = 0; }

 private:
  static constexpr unsigned at_once = 32;
  static constexpr std::uint64_t many = 32'768;  ///< instructions; each takes some microseconds
  std::minstd_rand random_{std::random_device{}()};
  std::uint32_t most_drawn_ = 0;
  std::uint64_t watched_ = 0;  ///< since clear()
};

}  // namespace gridmark::counters
