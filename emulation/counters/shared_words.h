#pragma once
// Theory of operation
// Between two barriers of the block, most accesses are those of warps in step (lockstep_turn.h), and whether
// one of them is odd needs no more than three sets of words: what the block has written, and what was written
// and read since the barrier. A row of words is a few bits of them. Who did it matters for findings alone, so
// such accesses are only listed, and cells are made of the list when an access has to be looked at by itself.
// A barrier orders everything: with it the list is gone, and most lists are never used.
#include <array>
#include <optional>
#include <vector>

#include "emulation/counters/columns.h"
#include "emulation/counters/race.h"
#include "emulation/counters/word_bits.h"

namespace gridmark::counters {

/// What is known of the words of a block's static or dynamic shared memory. Offsets are bytes.
class SharedWords {
 public:
  explicit SharedWords(std::size_t bytes) : cells_(bytes) { provide(bytes); }
  /// Makes room for as many bytes at least.
  void provide(std::size_t bytes);

  void block_begins();
  /// By a barrier of the block.
  void threads_ordered();

  /// One access: the first race. Looks at no more than that.
  std::optional<Race> access(std::size_t offset, std::size_t bytes, const Access& access, const Stamp& now);
  /// True if the running block wrote any of the bytes.
  bool any_written(std::size_t offset, std::size_t bytes, const Stamp& now) const;

  /// May a warp in step do this without looking closer? Of whole words; an address and `moved` is an offset.
  bool is_quiet(const LaneAddresses& addresses, const Column& column, std::uint64_t moved);

  /// The turn that is being remembered: who, and when, but for the site.
  void begin_turn(const Columns& columns, const Stamp& when);
  /// Remembers what is_quiet() said yes to.
  void remember(const Columns& columns, const Column& column, std::uint64_t moved, SiteIndex site);

 private:
  /// A list as long as this is made into cells.
  static constexpr std::size_t most_listed = 1 << 14;
  struct Turn {
    Stamp when;
    std::size_t end;  ///< of its accesses in the list
    unsigned lanes;
    std::array<std::uint16_t, warp_size> threads;
  };
  struct Listed {
    Column column;  ///< other addresses than those of a stride lie in pool_
    std::uint64_t moved;
    SiteIndex site;
  };
  template <class Visit>
  static bool all_rows(const LaneAddresses& addresses, const Column& column, std::uint64_t moved, Visit visit);
  void make_cells();
  void make_cells(const Turn& turn, const Listed& listed);

  RaceCells cells_;                    ///< but for what is listed
  WordBits written_, writes_, reads_;  ///< by the block; since its last barrier
  std::vector<Turn> turns_;
  std::vector<Listed> listed_;
  std::vector<std::uint64_t> pool_;
};

}  // namespace gridmark::counters
