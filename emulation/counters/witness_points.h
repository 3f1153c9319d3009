#pragma once
// Points at which another process can inspect the counted flavour (labkit/channel/witness.h). Their arguments
// hold all that it needs, so that it does not depend on the layout of classes.
#include <cstddef>
#include <cstdint>

#include "emulation/counters/access_stream.h"
#include "emulation/counters/site_table.h"
#include "emulation/witness.h"

namespace gridmark::counters {

enum class BlockPoint : std::uint64_t {
  begins,
  put_aside  ///< or resumed: the following calls are about another block
};

/// The running turn. `end` points to the cursor that the hooks move, `resumed` to the access that a thread
/// announced before it let others run.
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

// Empty functions for a debugger's breakpoints.
#define GRIDMARK_POINT __attribute__((noipa, visibility("hidden")))
extern "C" {
GRIDMARK_POINT void gridmark_block_point(gridmark::counters::BlockPoint point,
                                         const gridmark::counters::Site* sites, std::size_t count,
                                         const gridmark::counters::TurnView* running);
/// Called before the turn's records are counted.
GRIDMARK_POINT void gridmark_turn_point(const gridmark::counters::TurnView* running);
}
