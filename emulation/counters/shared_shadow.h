#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emulation/counters/access.h"
#include "emulation/counters/columns.h"
#include "emulation/counters/findings.h"
#include "emulation/counters/race.h"
#include "emulation/counters/shared_layout.h"
#include "emulation/counters/shared_words.h"
#include "emulation/counters/site_table.h"

namespace gridmark::counters {

/// State of a block's shared memory: the accesses to each word, and whether it was written at all.
class SharedShadow {
 public:
  static constexpr std::size_t most_dynamic_bytes = 256 * 1024;  ///< as the engine maps it

  SharedShadow(SiteTable& sites, Findings& findings);

  void enter_launch(std::size_t dynamic_bytes);
  void block_begins();
  /// Called at a barrier of the block.
  void threads_ordered();
  /// These threads returned before the last barrier, so they write nothing more.
  void threads_have_returned(unsigned count) { returned_ = count; }
  /// State of the running block, put aside while another one runs, because a grid's barrier lies between
  /// them.
  std::unique_ptr<SharedWords> put_aside();
  void take_up(std::unique_ptr<SharedWords> words);

  /// Bytes of the arrays of all functions used since the launch began.
  std::size_t static_bytes_in_use() const;
  const SharedLayout& layout() const { return layout_; }

  /// True for an access to shared memory that stays inside its array. `race` receives the race with an
  /// earlier access. Static: `offset` in the thread-local segment. Dynamic: in the block's dynamic shared
  /// memory.
  bool access_static(std::size_t offset, const Access& access, const Stamp& now, std::optional<Race>& race);
  bool access_dynamic(std::size_t offset, const Access& access, const Stamp& now, std::optional<Race>& race);

  /// Words for warps in step (lockstep_turn.h).
  SharedWords& words() { return *words_; }
  /// Offset of dynamic shared memory in words(). Static memory is at 0.
  std::size_t dynamic_offset() const { return dynamic_offset_; }
  /// True if all of these bytes belong to one array that the site may touch.
  bool is_inside_array(std::size_t offset, std::size_t bytes, SiteIndex site) {
    const SharedArray* array = layout_.array_at(offset);
    return array && offset + bytes <= array->offset + array->bytes && !strays(*array, site);
  }
  std::size_t dynamic_bytes() const { return dynamic_bytes_; }

  /// Notes that `race` is between a plain read and an atomic write of `memory`. It is not a race if the
  /// reader then updates the same word atomically, because a loop around atomicCAS() begins so.
  void suspect(const Race& race, const std::string& memory);

  /// At a barrier and at the end of a block, remaining suspected races become findings, and so do reads of
  /// words that are still unwritten. Until then a thread that runs later can still write the word, and then
  /// the defect is a missing barrier.
  GRIDMARK_APART void settle();

  /// Name of the memory at a static offset in findings: "s".
  std::string array_name(std::size_t offset) const;

 private:
  struct UnwrittenRead {
    std::size_t offset;  ///< in words()
    Access access;
    Stamp who;
    const SharedArray* array;  ///< null: dynamic shared memory
  };
  bool strays(const SharedArray& array, SiteIndex site);
  const SharedArray* overrun_array(std::size_t offset) const;
  std::optional<Race> touch(std::size_t offset, const Access& access, const Stamp& now,
                            const SharedArray* array);
  GRIDMARK_RARE void tell_overrun(std::size_t offset, const Access& access, const Stamp& now);
  GRIDMARK_RARE void tell_dynamic_overrun(std::size_t offset, const Access& access, const Stamp& now);
  void check_written(std::size_t offset, const Access& access, const Stamp& now, const SharedArray* array);
  bool is_unwritten(const UnwrittenRead& read);
  std::string advice_on_unwritten() const;

  SiteTable& sites_;
  Findings& findings_;
  SharedLayout layout_;
  std::size_t dynamic_bytes_ = 0;
  std::size_t dynamic_offset_;
  std::unique_ptr<SharedWords> words_;
  std::vector<std::unique_ptr<SharedWords>> spare_;
  std::uint32_t launch_ = 0;
  std::vector<bool> owner_in_use_;  ///< functions whose arrays this launch uses
  std::vector<UnwrittenRead> unwritten_reads_;
  unsigned returned_ = 0;  ///< threads of the block that returned before its last barrier
  struct Suspicion {
    Race race;
    std::string memory;
  };
  std::map<std::pair<SiteIndex, SiteIndex>, Suspicion> suspicions_;  ///< by sites: the first of each pair
};

}  // namespace gridmark::counters
