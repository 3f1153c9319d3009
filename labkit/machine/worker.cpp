// A worker without a device. It makes the same pass over an array GRIDMARK_PASSES times.
#include "labkit/channel/worker.h"
#include "emulation/engine/source_place.h"
#include "emulation/host_allocations.h"
#include "labkit/machine/work.h"

namespace gridmark::emulation {

void reset_meters() {}
Meters read_meters() { return {}; }
std::vector<Allocation> live_host_allocations() { return {}; }
std::vector<Allocation> live_allocations() { return {}; }
void name_allocation(const void*, std::string_view) {}
SourcePlace source_place(const void*) { return {}; }
void set_fault_handler(FaultHandler) {}

}  // namespace gridmark::emulation

using gridmark::machine::Work;

namespace {

void work(std::span<const float> x, std::span<float> y) {
  for (float& value : y) value = 0;
  for (int pass = 0; pass < GRIDMARK_PASSES; ++pass)
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = 0.5f * x[i] + 0.5f * y[i];
}

}  // namespace

GRIDMARK_OPERATION(Work, op) {
  if (!gridmark::channel::rehearsing()) work(op.x.values(), op.y.writable());
  return {};
}
