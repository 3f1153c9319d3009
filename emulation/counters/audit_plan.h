#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

namespace gridmark::counters {

/// Moments at which accesses are compared with their announcements (emulation/runtime/access_audit.h). They
/// cannot be predicted. A moment can lie before a launch's first record and after any other, at any position
/// of its thread. Each doubling of the number of records has the same number of moments, so long launches are
/// sampled from end to end and cost little more than short ones. There are fewer moments once many
/// instructions were watched.
class AuditPlan {
 public:
  /// `records`: of all launches together.
  void enter_launch(std::uint64_t records) {
    begin_ = records;
    choose(records);
  }
  /// Called after so many records. Returns how many instructions to watch from here on, mostly 0.
  unsigned watches(std::uint64_t records) {
    if (records < next_) return 0;
    watched_ += at_once;
    choose(records + 1);
    return at_once;
  }
  /// Number of records after which watches() must be called again.
  std::uint64_t patience(std::uint64_t records) const { return next_ - std::min(next_, records); }
  void clear() { watched_ = 0; }

 private:
  static constexpr unsigned at_once = 32;
  static constexpr std::uint64_t many = 32'768, very_many = 131'072;  ///< instructions, 5 to 50 us each

  /// Number of moments while the launch's records grow by a factor of e.
  double density() const {
    if (watched_ < many) return 5;
    return watched_ < very_many ? 0.5 : 0.1;
  }
  /// Chooses the next moment, at `earliest` or later. Each is drawn from the machine's entropy, because the
  /// state of a generator would reveal the following ones.
  void choose(std::uint64_t earliest) {
    constexpr double most = 1e15;
    const double drawn = (random_() + 0.5) / (1.0 + std::random_device::max());
    const double past = static_cast<double>(earliest - begin_) + 1;
    next_ = earliest +
            static_cast<std::uint64_t>(std::min(most, past * std::expm1(-std::log(drawn) / density())));
  }

  std::random_device random_;
  std::uint64_t begin_ = 0, next_ = 0;
  std::uint64_t watched_ = 0;  ///< since clear()
};

}  // namespace gridmark::counters
