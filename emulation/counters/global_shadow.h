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

/// State of device memory: allocated bytes, written bytes, and the last accesses to each word.
class GlobalShadow {
 public:
  explicit GlobalShadow(Findings& findings);

  /// `written_by_host`: the host can write it at any time (managed memory), so it counts as written from the
  /// start.
  void allocated(std::uintptr_t address, std::size_t bytes, bool written_by_host);
  void freed(std::uintptr_t address, std::size_t bytes);
  void host_wrote(std::uintptr_t address, std::size_t bytes);

  /// The last accesses of kernels to this byte. Null if there are none.
  const Cell* last_accesses(std::uintptr_t address) const;

  /// True for an access inside an allocation. `race` receives the race with an earlier access, unless
  /// `may_race` is false.
  bool access(const Access& access, const Stamp& now, std::optional<Race>& race, bool may_race);

  /// For a whole warp in step, in whole words. False if something is unusual about it.
  bool access_quietly(const LaneAddresses& addresses, const Record& record, const Columns& columns,
                      const Stamp& now);

 private:
  static constexpr std::size_t page_bytes = 65536;
  enum State : std::uint8_t { allocated_bit = 1, written_bit = 2 };

  /// One byte of state for each byte. Cells take 8 bytes for each byte and exist only where a kernel has
  /// accessed memory.
  struct Page {
    std::array<std::uint8_t, page_bytes> state{};
    std::unique_ptr<RaceCells> cells;
  };
  /// Bits that all bytes of an access have, and bits that any of them has.
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
  /// Written bytes of an allocation.
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
