#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "emulation/counters/race.h"
#include "emulation/counters/site_table.h"
#include "emulation/engine/call_stack.h"
#include "emulation/engine/observer.h"
#include "emulation/meters.h"
#include "emulation/runtime/device_memory.h"

namespace gridmark::counters {

/// Shape of the running launch. Turns linear indices into the coordinates that a student knows.
struct LaunchShape {
  unsigned grid_x = 1, grid_y = 1;
  unsigned block_x = 1, block_y = 1;
};

/// Defects, one per kind and source line, each with a message that a student can act on.
class Findings {
 public:
  explicit Findings(const SiteTable& sites) : sites_(sites) {}

  void enter_launch(const LaunchShape& shape) { shape_ = shape; }
  void clear();

  /// True if this site has such a finding already, so that no message must be built.
  bool has(emulation::Finding::Kind kind, SiteIndex site) const { return seen_.contains({site, kind}); }

  GRIDMARK_RARE void race(const Race& race, Space space, const std::string& memory);
  /// A race within a block, identified by its instructions, that may get better advice.
  struct BlockRace {
    SiteIndex site;  ///< of `later`
    const void* earlier;
    const void* later;
    Space space;
  };
  /// Races that are new since the last call.
  std::vector<BlockRace> take_block_races() { return std::exchange(block_races_, {}); }
  /// The race at this site is also between blocks, so a barrier of the block does not end it.
  GRIDMARK_RARE void also_between_blocks(SiteIndex site);
  bool is_between_blocks(SiteIndex site) const { return between_blocks_.contains(site); }
  /// Advice that ends a race: text, and changes of the source.
  struct Advice {
    std::string text;
    std::string between_blocks;  ///< if threads of other blocks race too; empty: no text
    std::vector<emulation::Fix> fixes;
  };
  /// Replaces the advice of race() at this site with `advice`.
  void advise(SiteIndex site, const Advice& advice);
  /// `what` describes the memory: "of array s, which has 128 bytes".
  GRIDMARK_RARE void out_of_bounds(const Stamp& who, const Access& access, const std::string& what,
                                   const std::string& advice);
  GRIDMARK_RARE void uninitialised(const Stamp& who, const Access& access, const std::string& what,
                                   const std::string& advice);

  GRIDMARK_RARE void misaligned(const Stamp& who, const Access& access);
  GRIDMARK_RARE void use_after_free(const Stamp& who, const Access& access,
                                    const emulation::DeviceAllocation& released);
  /// `caller` is the return address of the second cudaFree().
  GRIDMARK_RARE void double_free(const void* caller, const emulation::DeviceAllocation& released);
  GRIDMARK_RARE void host_memory(const Stamp& who, const Access& access);
  /// An access of host code, with the variable's name.
  GRIDMARK_RARE void host_touches_variable(const emulation::CallStack& stack, const void* pc, bool writes,
                                           const std::string& variable, bool constant);
  /// `instruction` touched device memory and has no hook. Ignored if it belongs to the toolkit.
  GRIDMARK_RARE void uncounted_access(const void* instruction);
  void undefined_shuffle(const Stamp& who, const emulation::UndefinedShuffle& shuffle);
  /// For defects that do not belong to one instruction of a kernel.
  GRIDMARK_RARE void add(emulation::Finding::Kind kind, const emulation::SourcePlace& place,
                         std::string message, const std::string& kernel = {});

  /// Sorted by file, line and kind, with at most `most` entries.
  std::vector<emulation::Finding> list(std::size_t most) const;
  std::size_t total() const { return found_.size(); }
  /// The first one of this kind, by file and line.
  std::optional<emulation::Finding> first(emulation::Finding::Kind kind) const;

 private:
  using Kind = emulation::Finding::Kind;
  bool is_new(Kind kind, SiteIndex site);
  void add(Kind kind, SiteIndex site, std::string message,
           std::vector<emulation::RacingAccess> accesses = {});
  std::vector<emulation::RacingAccess> accesses_of(const Race& race, const emulation::SourcePlace& earlier,
                                                   const emulation::SourcePlace& later) const;
  std::string thread(const Stamp& stamp) const;
  std::string block(const Stamp& stamp) const;
  std::string line(SiteIndex site) const;
  void put_advice(SiteIndex site, const std::string& text, const std::vector<emulation::Fix>& fixes);
  void put_between_blocks(SiteIndex site);

  const SiteTable& sites_;
  LaunchShape shape_;
  std::map<std::tuple<std::string, int, Kind>, emulation::Finding> found_;
  std::map<std::pair<SiteIndex, Kind>, bool> seen_;
  std::vector<BlockRace> block_races_;
  std::map<SiteIndex, std::size_t> before_advice_;  ///< length of a race's message without advice
  std::set<SiteIndex> between_blocks_;
  std::map<SiteIndex, std::string> between_blocks_advice_;  ///< replaces the general advice
  std::set<const void*> seen_in_host_code_;
};

}  // namespace gridmark::counters
