// From sites to the meters: totals, and the lines that waste most.
#include <algorithm>
#include <map>
#include <tuple>

#include "emulation/counters/counters.h"
#include "emulation/engine/source_place.h"

namespace gridmark::counters {
namespace {

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
}

/// Works on Meters and on LineTraffic: an atomic access counts as a store.
template <class Totals>
void add_site(Totals& totals, const Site& site) {
  if (site.space == Space::shared)
    add(totals.shared, site.shared);
  else
    add(site.kind == AccessKind::load ? totals.loads : totals.stores, site.global);
}

std::uint64_t excess(const LineTraffic& line) {
  return line.loads.sectors - line.loads.ideal_sectors + line.stores.sectors - line.stores.ideal_sectors +
         line.shared.wavefronts - line.shared.ideal_wavefronts;
}

std::uint64_t requests(const LineTraffic& line) {
  return line.loads.requests + line.stores.requests + line.shared.requests;
}

bool comes_first(const LineTraffic& a, const LineTraffic& b) {
  if (excess(a) != excess(b)) return excess(a) > excess(b);
  if (requests(a) != requests(b)) return requests(a) > requests(b);
  return std::tie(a.place.file, a.place.line, a.kernel) < std::tie(b.place.file, b.place.line, b.kernel);
}

std::vector<LineTraffic> by_line(const SiteTable& sites) {
  std::map<std::tuple<std::string, int, std::string>, LineTraffic> lines;
  for (const Site& site : sites.all()) {
    if (site.global.requests + site.shared.requests == 0) continue;
    const emulation::SourcePlace place = emulation::source_place(site.pc);
    const std::string& kernel = sites.kernel_name(site.kernel);
    LineTraffic& line = lines[{place.file, place.line, kernel}];
    line.place = place;
    line.kernel = kernel;
    add_site(line, site);
  }
  std::vector<LineTraffic> result;
  for (auto& [key, line] : lines) result.push_back(std::move(line));
  std::sort(result.begin(), result.end(), comes_first);
  if (result.size() > most_lines) result.resize(most_lines);
  return result;
}

}  // namespace

void Counters::fill(Meters& meters) const {
  meters.counted = true;
  for (const Site& site : sites_.all()) add_site(meters, site);
  meters.lines = by_line(sites_);
  meters.findings = findings_.list(most_findings);
  meters.findings_total = findings_.total();
}

}  // namespace gridmark::counters
