// Prints the counts of every pattern, one per line, for same_counts.sh.
#include <cstdio>
#include <initializer_list>

#include "tests/counters/patterns.h"

namespace gridmark::tests {
namespace {

void print(std::initializer_list<std::uint64_t> numbers) {
  for (const std::uint64_t number : numbers) std::printf(" %llu", static_cast<unsigned long long>(number));
}
void print(const char* name, const emulation::GlobalTraffic& t) {
  std::printf("; %s", name);
  print({t.requests, t.sectors, t.ideal_sectors, t.bytes});
}
void print(const char* name, const emulation::Operations& o) {
  std::printf("; %s", name);
  print({o.additions, o.multiplications, o.fused, o.special});
}
void print(const char* name, const emulation::Copies& c) {
  std::printf("; %s", name);
  print({c.count, c.bytes});
}

/// Prints everything except the issued instructions, which differ between compilers.
void print(const std::string& name, const emulation::Meters& m) {
  std::printf("%s: launches", name.c_str());
  print({m.launches, m.blocks, m.threads, m.barriers, m.warp_barriers});
  print("to device", m.host_to_device);
  print("to host", m.device_to_host);
  print("within", m.device_to_device);
  std::printf("; allocations");
  print({m.allocations, m.live_bytes, m.peak_bytes});
  print("loads", m.loads);
  print("stores", m.stores);
  std::printf("; shared");
  print({m.shared.requests, m.shared.wavefronts, m.shared.ideal_wavefronts, m.shared.bytes});
  std::printf("; atomics");
  print({m.atomics.requests, m.atomics.operations, m.atomics.rounds});
  std::printf("; constants");
  print({m.constants.requests, m.constants.passes});
  std::printf("; caches");
  print({m.caches.l1_reads, m.caches.l1_hits, m.caches.l2_reads, m.caches.l2_hits, m.caches.l2_writes,
         m.caches.dram_reads, m.caches.dram_writes});
  print("half", m.flops.half);
  print("single", m.flops.single);
  print("double", m.flops.twofold);
  for (const emulation::Finding& finding : m.findings)
    std::printf("; finding %d in line %d", static_cast<int>(finding.kind), finding.place.line);
  std::printf("\n");
}

}  // namespace
}  // namespace gridmark::tests

int main() {
  using namespace gridmark::tests;
  for (const auto& patterns : {traffic_patterns(), shape_patterns(), race_patterns(), hazard_patterns()})
    for (const Pattern& pattern : patterns) print(pattern.name, pattern.run());
}
