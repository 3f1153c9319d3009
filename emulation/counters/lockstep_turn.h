#pragma once
// Theory of operation
// Nearly always the lanes of a warp go the same way, and do nothing unusual. Such a turn is evaluated column
// by column (columns.h), all lanes of an instruction at once. That is many times as fast as record by record,
// with the same checks and counts. Any unusual event makes Counters replay the turn record by record: lanes
// that diverge or share memory that they write, an access that is outside of all memory, misaligned, too
// early, or unordered. Only the replay makes findings.
//
// Columns are checked one after the other, though lane 0 reached its last record before lane 1 reached its
// first. No lane touches memory that another one writes (Columns::lanes_share_what_they_write), so a word's
// history is that of one lane, or of reads only, and read_quietly() keeps the one that came last. Global
// memory remembers each column as soon as it is checked. A replay can follow when half of them are done, and
// for the same reason each lane then meets only its own traces. Shared memory remembers the whole turn
// (shared_words.h). Counting starts after all columns are checked.
#include <vector>

#include "emulation/counters/columns.h"
#include "emulation/counters/global_shadow.h"
#include "emulation/counters/program_variables.h"
#include "emulation/counters/shared_shadow.h"
#include "emulation/counters/site_table.h"
#include "emulation/counters/warp_merge.h"

namespace gridmark::counters {

class LockstepTurn {
 public:
  struct Parts {
    SiteTable& sites;
    SharedShadow& shared;
    GlobalShadow& global;
    const ProgramVariables& variables;
    WarpMerge& merge;
  };
  explicit LockstepTurn(const Parts& parts) : parts_(parts) {}

  /// Time of the turn. Thread and site are filled in.
  struct Moment {
    Stamp in_block;       ///< for shared memory
    Stamp in_launch;      ///< for global memory
    std::uintptr_t call;  ///< the launch's arguments, whose accesses are not counted
    std::size_t call_bytes;
  };
  /// False: the turn must be replayed. Nothing was counted, and shared memory remembers nothing of it.
  bool run(const AccessStream& stream, const Moment& moment);

 private:
  enum class Verdict : std::uint8_t { odd, nobodys, counted };
  /// Counts of a column. Stores that form one vector store are joined.
  struct Counted {
    const Column* column;
    SiteIndex site;
    std::uint8_t bytes;
    std::uint64_t moved;  ///< offset between an address and the counters' address
  };
  /// Result of an instruction of the last turns at this place in the turn, for quick reuse.
  struct Known {
    std::uint64_t where = 0;
    std::uint64_t first, end;  ///< range of addresses for which it holds
    std::uint64_t moved;       ///< see Counted
    std::uint64_t in_words;    ///< the same for SharedWords, if the space is shared
    SiteIndex site;
    Space space;
    Verdict verdict;  ///< except for a closer check of the memory
  };
  Verdict check(std::size_t index);
  Verdict look_up(const Column& column, Known& known);
  Verdict look_up_static_shared(const Column& column, std::size_t offset, Known& known);
  Verdict look_up_variable(const Column& column, Known& known);
  bool is_quiet(std::size_t index, const Known& known);
  void forget_other_launches();
  bool keep(const Column& column, SiteIndex site, std::uint64_t moved);
  bool join_vector_store(bool* odd);
  void count(const Counted& counted);
  bool count_quickly(const Counted& counted, Site& site);
  bool count_rows_quickly(const Counted& counted, Site& site);
  SiteIndex site_of(const Column& column, Space space) {
    return parts_.sites.find(column.first.pc(), column.first.access_kind(), space);
  }

  Parts parts_;
  SharedWords::Turn turn_;
  Columns& columns_ = turn_.columns;
  Moment moment_{};
  std::vector<Known> known_;  ///< by place in the turn
  AccessStream::SharedPlaces known_places_{};
  std::uint32_t known_launch_ = 0;
  std::vector<Counted> counted_;
};

}  // namespace gridmark::counters
