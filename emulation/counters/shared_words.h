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

namespace gridmark::counters {

/// What is known of the words of a block's shared memory. Offsets are bytes.
class SharedWords {
 public:
  /// Makes room for as many bytes at least.
  void provide(std::size_t bytes);

  void block_begins();
  /// By a barrier of the block.
  void threads_ordered();

  /// One access: the first race. Looks at no more than that.
  std::optional<Race> access(std::size_t offset, std::size_t bytes, const Access& access, const Stamp& now);
  /// True if the running block wrote any of the bytes.
  bool any_written(std::size_t offset, std::size_t bytes, const Stamp& now);
  /// As RaceCells has it, of what was unwritten when it was updated first.
  bool any_unfounded(std::size_t offset, std::size_t bytes) const {
    return cells_.any_unfounded(offset, bytes);
  }
  /// The last plain read of a byte.
  const Stamp& last_read(std::size_t offset) {
    if (listed_ > 0) make_cells();
    return cells_.cell(offset).read;
  }

  /// May a warp in step do this without looking closer? Of whole words; an address and `moved` is an offset.
  bool is_quiet(const LaneAddresses& addresses, const Column& column, std::uint64_t moved);
  /// What a turn did. `when` is that of all its accesses, but for thread and site.
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
  /// A turn of which is_quiet() said yes to all. Takes it, and leaves one to be filled anew.
  void add(Turn& turn);

 private:
  /// Turns with as many columns are made into cells.
  static constexpr std::size_t most_listed = 1 << 14;
  /// Of 64 words, a bit each. The first by the block, the others since its last barrier.
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

  RaceCells cells_{0};  ///< but for what is listed
  std::vector<Part> parts_;
  std::size_t end_ = 0;      ///< of the parts with anything in them
  std::vector<Turn> turns_;  ///< the first `listed_` are in use
  std::size_t listed_ = 0, columns_listed_ = 0;
};

}  // namespace gridmark::counters
