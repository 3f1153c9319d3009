#pragma once
#include <array>
#include <cstring>
#include <optional>
#include <string>

#include "emulation/counters/race.h"
#include "emulation/counters/site_table.h"

namespace gridmark::counters {

/// A write that the hook has announced and that has not happened yet: its effect is judged at the next hook.
///
/// Two threads that write the same value ("found = true") do no harm: that is no race worth a finding.
/// A write into the slack behind an allocation is a finding already; it is undone, so that the run goes on.
class PendingWrite {
 public:
  void watch(const Access& access, const Race& race, Space space, std::string memory) {
    remember(access);
    race_ = race;
    space_ = space;
    memory_ = std::move(memory);
  }
  void undo_later(const Access& access) {
    remember(access);
    race_.reset();
  }
  bool waiting() const { return bytes_ > 0; }

  /// Calls report(race, space, memory) if the write changed what the other thread had written.
  template <class Report>
  void settle(Report report) {
    const bool changed = std::memcmp(before_.data(), address_, bytes_) != 0;
    if (!race_)
      std::memcpy(address_, before_.data(), bytes_);
    else if (changed)
      report(*race_, space_, memory_);
    bytes_ = 0;
  }

 private:
  void remember(const Access& access) {
    address_ = reinterpret_cast<void*>(access.address);
    bytes_ = access.bytes;
    std::memcpy(before_.data(), address_, bytes_);
  }

  std::array<char, 16> before_{};
  void* address_ = nullptr;
  unsigned bytes_ = 0;
  std::optional<Race> race_;
  Space space_ = Space::global;
  std::string memory_;
};

}  // namespace gridmark::counters
