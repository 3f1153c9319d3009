// From sites to the meters: totals, and the most wasteful lines.
#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "emulation/counters/counters.h"
#include "emulation/engine/source_place.h"
#include "emulation/failed_launches.h"

namespace gridmark::counters {
namespace {

using emulation::AtomicTraffic;
using emulation::ConstantTraffic;
using emulation::LineTraffic;
using emulation::Meters;

constexpr std::size_t most_lines = 64;
constexpr std::size_t most_findings = 64;

void add(GlobalTraffic& to, const GlobalTraffic& more) {
  to.requests += more.requests;
  to.sectors += more.sectors;
  to.ideal_sectors += more.ideal_sectors;
  to.bytes += more.bytes;
}

void add(SharedTraffic& to, const SharedTraffic& more) {
  to.requests += more.requests;
  to.wavefronts += more.wavefronts;
  to.ideal_wavefronts += more.ideal_wavefronts;
  to.bytes += more.bytes;
  to.stored_bytes += more.stored_bytes;
}

void add(AtomicTraffic& to, const AtomicTraffic& more) {
  to.requests += more.requests;
  to.operations += more.operations;
  to.rounds += more.rounds;
  to.global_bytes += more.global_bytes;
}

void add(ConstantTraffic& to, const ConstantTraffic& more) {
  to.requests += more.requests;
  to.passes += more.passes;
}

void add(emulation::Operations& to, const emulation::Operations& more) {
  to.additions += more.additions;
  to.multiplications += more.multiplications;
  to.fused += more.fused;
  to.special += more.special;
}

void add(emulation::CacheTraffic& to, const emulation::CacheTraffic& more) {
  to.l1_reads += more.l1_reads;
  to.l1_hits += more.l1_hits;
  to.l2_reads += more.l2_reads;
  to.l2_hits += more.l2_hits;
  to.l2_writes += more.l2_writes;
  to.dram_reads += more.dram_reads;
  to.dram_writes += more.dram_writes;
}

/// Works on Meters and on LineTraffic. An atomic access counts as a store.
template <class Totals>
void add_site(Totals& totals, const Site& site) {
  add(totals.atomics, site.atomics);
  add(totals.constants, site.constants);
  if (site.space == Space::shared) {
    SharedTraffic shared = site.shared;
    if (!is_load(site.kind)) shared.stored_bytes = shared.bytes;
    add(totals.shared, shared);
  } else {
    add(is_load(site.kind) ? totals.loads : totals.stores, site.global);
  }
}

void add_kernel(Meters& totals, const emulation::KernelCounts& kernel) {
  add(totals.flops.half, kernel.traffic.flops.half);
  add(totals.flops.single, kernel.traffic.flops.single);
  add(totals.flops.twofold, kernel.traffic.flops.twofold);
  totals.issues.warp += kernel.traffic.issues.warp;
  totals.issues.lanes += kernel.traffic.issues.lanes;
  totals.barriers += kernel.barriers;
  totals.warp_barriers += kernel.warp_barriers;
  add(totals.caches, kernel.caches);
}

std::uint64_t excess(const LineTraffic& line) {
  return line.loads.sectors - line.loads.ideal_sectors + line.stores.sectors - line.stores.ideal_sectors +
         line.shared.wavefronts - line.shared.ideal_wavefronts;
}

std::uint64_t requests(const LineTraffic& line) {
  return line.loads.requests + line.stores.requests + line.shared.requests + line.constants.requests;
}

bool comes_first(const LineTraffic& a, const LineTraffic& b) {
  if (excess(a) != excess(b)) return excess(a) > excess(b);
  if (requests(a) != requests(b)) return requests(a) > requests(b);
  return std::tie(a.place.file, a.place.line, a.kernel) < std::tie(b.place.file, b.place.line, b.kernel);
}

/// The worst site of each kind.
using WorstSites = std::array<const Site*, 3>;

std::size_t kind_of(const Site& site) {
  using Kind = emulation::WarpAccess::Kind;
  if (site.space == Space::shared) return static_cast<std::size_t>(Kind::shared);
  return static_cast<std::size_t>(is_load(site.kind) ? Kind::load : Kind::store);
}

void keep_if_worst(const Site& site, WorstSites& worst) {
  if (site.space == Space::constant || site.worst.lanes == 0) return;
  const Site*& kept = worst[kind_of(site)];
  const auto rank = [](const Site& one) { return std::pair(one.worst_excess, one.worst.lanes); };
  if (kept == nullptr || rank(site) > rank(*kept)) kept = &site;
}

emulation::WarpAccess example_of(const Site& site) {
  const Request& request = site.worst;
  const auto end = request.address.begin() + request.lanes;
  const std::uint64_t unit = site.space == Space::shared ? 32 * word_bytes : sector_bytes;
  const std::uint64_t start = *std::min_element(request.address.begin(), end) / unit * unit;
  emulation::WarpAccess example;
  example.kind = static_cast<emulation::WarpAccess::Kind>(kind_of(site));
  example.bytes = request.bytes;
  for (unsigned i = 0; i < request.lanes; ++i) {
    example.lanes.push_back(request.lane[i]);
    example.offsets.push_back(request.address[i] - start);
  }
  return example;
}

std::vector<LineTraffic> by_line(const SiteTable& sites, std::size_t most) {
  std::map<std::tuple<std::string, int, std::string>, LineTraffic> lines;
  std::map<const LineTraffic*, WorstSites> worst;
  for (const Site& site : sites.all()) {
    if (site.issues.warp == 0) continue;
    const emulation::SourcePlace place = emulation::source_place_or_kits(site.pc);
    const std::string& kernel = sites.kernel_name(site.kernel);
    LineTraffic& line = lines[{place.file, place.line, kernel}];
    line.place = place;
    line.kernel = kernel;
    add_site(line, site);
    line.issues.warp += site.issues.warp;
    line.issues.lanes += site.issues.lanes;
    keep_if_worst(site, worst[&line]);
  }
  for (auto& [key, line] : lines)
    for (const Site* site : worst[&line])
      if (site != nullptr) line.examples.push_back(example_of(*site));
  std::vector<LineTraffic> result;
  for (auto& [key, line] : lines) result.push_back(std::move(line));
  std::sort(result.begin(), result.end(), comes_first);
  if (result.size() > most) result.resize(most);
  return result;
}

std::uint64_t double_operations(const BlockRecord& block) {
  std::uint64_t operations = 0;
  for (const std::uint16_t count : block.operations[2]) operations += count;
  return operations;
}

/// In the form for source_place(). Null if the block has none.
const void* first_double(const BlockRecord& block) {
  return block.first_double ? static_cast<const char*>(block.place) + block.first_double : nullptr;
}

}  // namespace

LineTraffic traffic_of(const SiteTable& sites, std::uint16_t kernel) {
  LineTraffic traffic;
  for (const Site& site : sites.all())
    if (site.kernel == kernel && site.issues.warp > 0) add_site(traffic, site);
  return traffic;
}

std::vector<emulation::KernelCounts> Counters::kernels() const {
  std::map<std::uint16_t, emulation::KernelCounts> kernels = ledger_.kernels();
  for (const Site& site : sites_.all())
    if (site.issues.warp > 0) add_site(kernels[site.kernel].traffic, site);
  for (const auto& [key, use] : ledger_.blocks()) add_block(*key.second, use, kernels[key.first]);
  std::vector<emulation::KernelCounts> result;
  for (auto& [number, kernel] : kernels)
    if (!kernel.launches.empty()) result.push_back(std::move(kernel));
  return result;
}

emulation::DoubleUse Counters::doubles() const {
  emulation::DoubleUse all;
  std::uint64_t most = 0;
  for (const auto& [key, use] : ledger_.blocks()) {
    const std::uint64_t here = double_operations(*key.second) * use.threads;
    const void* const first = first_double(*key.second);
    if (here == 0 || !first || emulation::is_toolkit_code(first)) continue;
    all.operations += here;
    if (here <= most) continue;
    most = here;
    all.kernel = sites_.kernel_name(key.first);
    all.place = emulation::source_place(first);
  }
  return all;
}

std::vector<LineTraffic> Counters::lines() const { return by_line(sites_, SIZE_MAX); }

void Counters::fill(Meters& meters) const {
  pass_witness(emulation::WitnessPoint::Kind::section_is_read, sites_);
  meters.counted = true;
  meters.page_locked_bytes = page_locked_bytes_;
  meters.variable_bytes += variable_bytes_;
  for (const Site& site : sites_.all()) add_site(meters, site);
  meters.kernels = kernels();
  for (const emulation::KernelCounts& kernel : meters.kernels) add_kernel(meters, kernel);
  meters.doubles = doubles();
  meters.lines = by_line(sites_, most_lines);
  meters.findings = findings_.list(most_findings);
  meters.findings_total = findings_.total();
}

}  // namespace gridmark::counters

namespace gridmark::emulation {

void report_failed_launches() { counters::Counters::instance().report_failed_launches(); }

Finding launch_that_failed_with(const std::string& error) {
  return counters::Counters::instance().launch_that_failed_with(error);
}

}  // namespace gridmark::emulation
