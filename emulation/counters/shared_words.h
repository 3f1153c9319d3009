#pragma once
// Theory of operation
// Between two barriers of the block, most accesses are those of warps in step (lockstep_turn.h). Three sets
// of words are enough to check whether one of them is unusual: those that the block has written, and those
// written and read since the barrier. A row of words is a few bits of them. The thread matters for findings
// alone, so such accesses are only listed. Cells are made from the list when an access must be checked
// individually. A barrier orders everything, so it clears the list, and most lists are never used.
#include <array>
#include <optional>
#include <vector>

#include "emulation/counters/columns.h"
#include "emulation/counters/race.h"

namespace gridmark::counters {

/// State of the words of a block's shared memory. Offsets are bytes.
class SharedWords {
 public:
  /// Makes room for at least so many bytes.
  void provide(std::size_t bytes);

  void block_begins();
  /// Called at a barrier of the block.
  void threads_ordered();

  /// Handles one access. Returns its first race and checks no further.
  std::optional<Race> access(std::size_t offset, std::size_t bytes, const Access& access, const Stamp& now);
  /// True if the running block wrote any of the bytes.
  bool any_written(std::size_t offset, std::size_t bytes, const Stamp& now);
  /// As in RaceCells: the bytes were unwritten at their first update.
  bool any_unfounded(std::size_t offset, std::size_t bytes) const {
    return cells_.any_unfounded(offset, bytes);
  }
  /// The last plain read of a byte.
  const Stamp& last_read(std::size_t offset) {
    if (listed_ > 0) make_cells();
    return cells_.cell(offset).read;
  }

  /// Whether a warp in step may do this without a closer check. For whole words. An address plus `moved` is
  /// an offset.
  bool is_quiet(const LaneAddresses& addresses, const Column& column, std::uint64_t moved);
  /// Accesses of a turn. `when` holds for all of them, except for thread and site.
  struct Listed {
    std::uint32_t column;  ///< index
    SiteIndex site;
    std::uint64_t moved;
  };
  struct Turn {
    Stamp when;
    Columns columns;
    std::vector<Listed> accesses;
  };
  /// Takes a turn for which is_quiet() was always true, and leaves an empty one to fill.
  void add(Turn& turn);

 private:
  /// At this number of columns, turns become cells.
  static constexpr std::size_t most_listed = 1 << 14;
  /// State of 64 words, a bit each. The first by the block, the others since its last barrier.
  struct Part {
    std::uint64_t written, writes, reads;
  };
  template <class Visit>
  bool all_parts(std::size_t word, std::size_t count, Visit visit);
  template <class Visit>
  bool all_parts_of(const LaneAddresses& addresses, const Column& column, std::uint64_t moved, Visit visit);
  void mark(const LaneAddresses& addresses, const Column& column, std::uint64_t moved);
  void make_cells();
  void make_cells(const Turn& turn, const Listed& listed);

  RaceCells cells_{0};  ///< without the listed turns
  std::vector<Part> parts_;
  std::size_t end_ = 0;      ///< end of the parts that are not empty
  std::vector<Turn> turns_;  ///< the first `listed_` are in use
  std::size_t listed_ = 0, columns_listed_ = 0;
};

}  // namespace gridmark::counters
