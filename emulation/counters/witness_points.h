#pragma once
// Where the counted flavour can be looked at from another process (labkit/channel/witness.h): what this one
// needs to know is in the arguments, and not where classes keep it.
#include <cstddef>
#include <cstdint>

#include "emulation/counters/access_stream.h"
#include "emulation/counters/site_table.h"
#include "emulation/witness.h"

namespace gridmark::counters {

enum class BlockPoint : std::uint64_t {
  begins,
  put_aside  ///< or taken up again: what follows is of another block
};

/// The running turn. `end` points to what the hooks move, `resumed` to what a thread has announced before it
/// let others run.
struct TurnView {
  const Record* begin;
  const Record* const* end;
  const AccessStream::Segment* segments;
  std::size_t segment_count;
  const AccessStream::SharedPlaces* shared;
  const Record* resumed;
};

void pass_witness(emulation::WitnessPoint::Kind kind, const SiteTable& sites);

}  // namespace gridmark::counters

// Empty: a debugger's breakpoints.
#define GRIDMARK_POINT __attribute__((noipa, visibility("hidden")))
extern "C" {
GRIDMARK_POINT void gridmark_block_point(gridmark::counters::BlockPoint point,
                                         const gridmark::counters::Site* sites, std::size_t count,
                                         const gridmark::counters::TurnView* running);
/// The turn's records are about to be counted.
GRIDMARK_POINT void gridmark_turn_point(const gridmark::counters::TurnView* running);
}
