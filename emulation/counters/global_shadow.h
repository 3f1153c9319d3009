#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "emulation/counters/access.h"
#include "emulation/counters/columns.h"
#include "emulation/counters/findings.h"
#include "emulation/counters/race.h"

namespace gridmark::counters {

/// What is known of device memory: which bytes are allocated, which were ever written, who touched each word.
class GlobalShadow {
 public:
  explicit GlobalShadow(Findings& findings);

  /// Written by the host at any time (managed memory): such memory counts as written from the start.
  void allocated(std::uintptr_t address, std::size_t bytes, bool written_by_host);
  void freed(std::uintptr_t address, std::size_t bytes);
  void host_wrote(std::uintptr_t address, std::size_t bytes);

  /// Of kernels, to this byte; null where none has been.
  const Cell* last_accesses(std::uintptr_t address) const;

  /// True for an access inside an allocation; `race` is what it races with, unless it `may_race` with
  /// nothing.
  bool access(const Access& access, const Stamp& now, std::optional<Race>& race, bool may_race);

  /// Of a whole warp in step, in whole words. False: something is odd about it.
  bool access_quietly(const LaneAddresses& addresses, const Record& record, const Columns& columns,
                      const Stamp& now);

 private:
  static constexpr std::size_t page_bytes = 65536;
  enum State : std::uint8_t { allocated_bit = 1, written_bit = 2 };

  /// One byte of state for each byte; the cells, 8 bytes for each byte, only where a kernel has been.
  struct Page {
    std::array<std::uint8_t, page_bytes> state{};
    std::unique_ptr<RaceCells> cells;
  };
  /// Of the bytes of an access: the bits that all have, and those that any has.
  struct States {
    std::uint8_t all, any;
  };
  static bool state_is_fine(std::uint8_t* state, bool stores);
  States states_of(const Access& access);
  Page& page(std::uintptr_t address);
  GRIDMARK_APART Page& new_page(std::size_t index);
  template <class Change>
  void change(std::uintptr_t address, std::size_t bytes, Change change);
  void forget_accesses(std::uintptr_t address, std::size_t bytes);
  void check_written(const Access& access, const Stamp& now, std::uint8_t any_state);
  /// Bytes of an allocation.
  struct Written {
    std::size_t from_start = 0;  ///< before the first that is not written
    std::size_t in_all = 0;
    std::size_t before = 0;  ///< looked at so far
  };
  Written written_in(const emulation::DeviceAllocation& allocation);
  GRIDMARK_RARE static std::string partly_written(const emulation::DeviceAllocation& allocation,
                                                  const Written& written);
  GRIDMARK_RARE void tell_unwritten(const Access& access, const Stamp& now);
  GRIDMARK_RARE void tell_outside(const Access& access, const Stamp& now);

  Findings& findings_;
  std::vector<std::unique_ptr<Page>> pages_;  ///< grows with the highest address in use
};

}  // namespace gridmark::counters
