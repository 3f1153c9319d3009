#pragma once
#include <cstddef>
#include <cstdint>

#include "emulation/counters/access_stream.h"

namespace gridmark::counters {

/// Notices a thread that comes back to the same one or two addresses and to nothing else: most likely it
/// waits for another thread, which must get a turn. Depends on the accesses alone, so that every run is the
/// same.
///
/// A segment's records are hardly ever looked at: as long as its last ones are of three addresses, the thread
/// cannot have come back often enough before as many records more.
class SpinWatch {
 public:
  static constexpr unsigned most_repeats = 1000;

  /// A thread's segment begins at `first`.
  void start(const Record* first) {
    known_ = first;
    last_ = before_ = 0;
    repeats_ = 0;
  }

  /// Does the record in front of `end` look like waiting? Must be asked at the latest when as many records
  /// have come as patience() said. `counts(record)`: is it an access that may be one of waiting?
  template <class Counts>
  bool seems_to_spin(const Record* end, Counts counts) {
    const std::size_t most = most_repeats_at(end, counts);
    patience_ = most_repeats - most;
    if (most < most_repeats / 2) return false;
    bool spins = false;
    for (; known_ != end; ++known_) spins = counts(*known_) && repeats(known_->address);
    patience_ = most_repeats - repeats_;
    return spins;
  }
  std::size_t patience() const { return patience_; }

 private:
  /// No less than repeats_ would be behind `end`.
  template <class Counts>
  std::size_t most_repeats_at(const Record* end, Counts counts) const {
    const auto since = static_cast<std::size_t>(end - known_);
    if (repeats_ + since < most_repeats / 2) return repeats_ + since;
    std::uintptr_t one = 0, other = 0;
    std::size_t found = 0;
    for (const Record* at = end; at != known_; ++found) {
      if (!counts(*--at)) continue;
      if (one == 0 || at->address == one)
        one = at->address;
      else if (other == 0 || at->address == other)
        other = at->address;
      else
        return found < most_repeats ? found : most_repeats;
    }
    return repeats_ + found < most_repeats ? repeats_ + found : most_repeats;
  }
  bool repeats(std::uintptr_t address) {
    if (address == last_ || address == before_) return ++repeats_ > most_repeats && rest();
    before_ = last_;
    last_ = address;
    repeats_ = 0;
    return false;
  }
  bool rest() {
    repeats_ = 0;
    return true;
  }

  const Record* known_ = nullptr;  ///< what follows is about the segment's records in front of it
  std::uintptr_t last_ = 0, before_ = 0;
  unsigned repeats_ = 0;
  std::size_t patience_ = most_repeats;
};

}  // namespace gridmark::counters
