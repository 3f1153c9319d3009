#pragma once
// Loads, stores and sectors of a block, counted from the records of its turns. The checker counts them in
// tables that the worker cannot reach. No input or output.
//
// Bytes are exact, and so are the sectors of warps whose lanes all took the same path. Otherwise a figure is
// a range: if lanes diverge, if a compiler's member-wise stores may be one store of a device, or if an access
// may be to a variable of the program.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emulation/counters/access_stream.h"
#include "emulation/counters/site_table.h"

namespace gridmark::channel {

/// The global memory traffic that the meters have or claim.
struct Tally {
  std::uint64_t load_bytes = 0, load_sectors = 0, store_bytes = 0, store_sectors = 0;
  bool operator==(const Tally&) const = default;
};

Tally tally_of(const std::vector<counters::Site>& sites);

/// One warp's turn. A segment's `first` is the index of its first record.
struct Turn {
  struct Segment {
    std::size_t first;
    unsigned thread;
  };
  std::vector<counters::Record> records;
  std::vector<Segment> segments;
  counters::AccessStream::SharedPlaces shared;
};

class SecondCount {
 public:
  void add(const Turn& turn);
  /// The contradiction with the meters' figures for the same block: "4096 bytes loaded where the meters have
  /// 1024". Nothing if they can be right.
  std::optional<std::string> contradicts(const Tally& meters) const;

 private:
  struct Range {
    std::uint64_t least = 0, most = 0;
    void add(std::uint64_t exact) { least += exact, most += exact; }
    void operator+=(const Range& more) { least += more.least, most += more.most; }
    bool holds(std::uint64_t value) const { return value >= least && value <= most; }
  };
  struct Traffic {
    Range bytes, sectors;
  };
  using Lane = std::span<const counters::Record>;
  bool add_in_step(const std::vector<Lane>& lanes, const Turn& turn);
  void add_parted(const std::vector<Lane>& lanes, const Turn& turn, bool joins_earlier);
  void add_elsewhere(const counters::Record& record);
  void add(const SecondCount& more);
  Traffic& traffic_of(const counters::Record& record) {
    return counters::is_load(record.access_kind()) ? loads_ : stores_;
  }

  Traffic loads_, stores_;
  struct Warp {
    std::uint32_t lanes = 0;  ///< in its last turn
    bool parted = false;      ///< lanes have diverged in this block
  };
  std::vector<Warp> warps_;
};

}  // namespace gridmark::channel
