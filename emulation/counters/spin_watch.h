#pragma once
#include <cstddef>
#include <cstdint>

#include "emulation/counters/access_stream.h"

namespace gridmark::counters {

/// Detects a thread that returns to the same one or two addresses and to nothing else. Most likely it waits
/// for another thread, which must get a turn. The decision depends on the accesses alone, so that every run
/// is the same.
///
/// Records are rarely checked. If the last ones have three addresses, the thread needs many more records
/// before it can have come back often enough.
class SpinWatch {
 public:
  static constexpr unsigned most_repeats = 1000;

  /// Whether the stream's last record looks like waiting. The caller must ask at the latest after patience()
  /// records. `counts(record)` is true for an access that can be one of waiting.
  template <class Counts>
  bool seems_to_spin(const AccessStream& stream, Counts counts) {
    const Record* const end = stream.end();
    std::size_t most = most_ + static_cast<std::size_t>(end - most_at_);
    bool spins = false;
    if (most >= most_repeats / 2) {
      most = repeats_at_the_end(stream, counts);
      if (most == unclear) {
        spins = follow(stream, known_, counts);
        most = repeats_;
      }
      set_most(most, end);
    }
    patience_ = most_repeats - most;
    return spins;
  }
  std::size_t patience() const { return patience_; }

  /// Called before the stream is cleared. It is enough to follow the last accesses, unless they repeat.
  template <class Counts>
  void turn_ends(const AccessStream& stream, Counts counts) {
    constexpr unsigned enough = 8;
    const Record* first = stream.end();
    for (unsigned found = 0; first != known_ && found < enough;) found += counts(*--first);
    const SpinWatch before = *this;
    if (first != known_) *this = {};
    follow(stream, first, counts);
    if (first == before.known_ || repeats_ < enough / 2) return;
    *this = before;
    follow(stream, known_, counts);
  }
  void turn_begins(const AccessStream& stream) {
    known_ = stream.begin();
    set_most(repeats_, known_);
  }

 private:
  static constexpr std::size_t unclear = most_repeats;

  /// An upper bound of repeats_.
  template <class Counts>
  static std::size_t repeats_at_the_end(const AccessStream& stream, Counts counts) {
    constexpr std::size_t most_looked_at = 64;
    const auto& segments = stream.segments();
    std::size_t segment = segments.size() - 1;
    std::uintptr_t one = 0, other = 0;
    std::size_t found = 0;
    for (const Record* at = stream.end(); found < most_looked_at && at != stream.begin(); ++found) {
      while (segments[segment].first == at) --segment;
      if (!counts(*--at)) continue;
      if (segments[segment].thread != stream.thread()) return found;
      if (one == 0 || at->address == one)
        one = at->address;
      else if (other == 0 || at->address == other)
        other = at->address;
      else
        return found;
    }
    return unclear;
  }

  /// True if the last record is one repetition too many.
  template <class Counts>
  bool follow(const AccessStream& stream, const Record* at, Counts counts) {
    const auto& segments = stream.segments();
    std::size_t segment = segments.size();
    while (segment > 0 && segments[--segment].first > at) {
    }
    bool spins = false;
    for (; segment < segments.size(); ++segment)
      for (const Record* const end = stream.end_of(segment); at < end; ++at)
        spins = counts(*at) && repeats(segments[segment].thread, at->address);
    known_ = stream.end();
    return spins;
  }
  bool repeats(unsigned thread, std::uintptr_t address) {
    if (thread == thread_ && (address == last_ || address == before_))
      return ++repeats_ > most_repeats && rest();
    before_ = last_;
    last_ = address;
    thread_ = thread;
    repeats_ = 0;
    return false;
  }
  bool rest() {
    repeats_ = 0;
    return true;
  }
  void set_most(std::size_t most, const Record* at) {
    most_ = most;
    most_at_ = at;
  }

  std::size_t most_ = 0;  ///< upper bound of repeats_ if the records before most_at_ were counted
  const Record* most_at_ = nullptr;
  std::size_t patience_ = 0;
  const Record* known_ = nullptr;  ///< the values below are about the records before it
  std::uintptr_t last_ = 0, before_ = 0;
  unsigned thread_ = AccessStream::nobody, repeats_ = 0;
};

}  // namespace gridmark::counters
