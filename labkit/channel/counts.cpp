#include "labkit/channel/counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "labkit/channel/advice.h"

namespace gridmark::channel {
namespace {

using emulation::LineTraffic;

std::uint64_t excess_sectors(const LineTraffic& line) {
  return line.loads.sectors + line.stores.sectors - line.loads.ideal_sectors - line.stores.ideal_sectors;
}

std::uint64_t conflicts(const LineTraffic& line) {
  return line.shared.wavefronts - line.shared.ideal_wavefronts;
}

/// The line with the highest `cost`, or null if no line has any.
template <class Cost>
const LineTraffic* worst_line(const Meters& meters, Cost cost) {
  const auto worst =
      std::max_element(meters.lines.begin(), meters.lines.end(),
                       [&](const LineTraffic& a, const LineTraffic& b) { return cost(a) < cost(b); });
  return worst == meters.lines.end() || cost(*worst) == 0 ? nullptr : &*worst;
}

std::optional<emulation::WarpAccess> example(const LineTraffic& line, emulation::WarpAccess::Kind kind) {
  for (const emulation::WarpAccess& one : line.examples)
    if (one.kind == kind) return one;
  return std::nullopt;
}

double ratio(std::uint64_t a, std::uint64_t b) { return static_cast<double>(a) / static_cast<double>(b); }

}  // namespace

Measured excess_sector_ratio(std::string name, const Meters& meters) {
  Measured measured{.name = std::move(name), .unit = "ratio"};
  const std::uint64_t moved = meters.loads.sectors + meters.stores.sectors;
  const std::uint64_t needed = meters.loads.ideal_sectors + meters.stores.ideal_sectors;
  measured.value = ratio(moved, needed);
  measured.detail = fmt::format("the kernel moves {:.2f} times the sectors that it needs", measured.value);
  if (const LineTraffic* line = worst_line(meters, excess_sectors)) {
    const bool load = line->loads.sectors > line->stores.sectors;
    const emulation::GlobalTraffic& traffic = load ? line->loads : line->stores;
    measured.place = line->place;
    measured.access =
        example(*line, load ? emulation::WarpAccess::Kind::load : emulation::WarpAccess::Kind::store);
    measured.detail += fmt::format(
        ". The worst is a {} that touches {:.1f} sectors a warp where {:.1f} are enough: neighbouring "
        "threads "
        "should touch neighbouring addresses",
        load ? "load" : "store", ratio(traffic.sectors, traffic.requests),
        ratio(traffic.ideal_sectors, traffic.requests));
  }
  return measured;
}

Measured bank_conflicts(std::string name, const Meters& meters) {
  Measured measured{.name = std::move(name), .unit = "wavefronts"};
  measured.value = static_cast<double>(meters.shared.wavefronts - meters.shared.ideal_wavefronts);
  measured.detail = fmt::format("{} wavefronts of shared memory are bank conflicts", measured.value);
  if (const LineTraffic* line = worst_line(meters, conflicts)) {
    measured.place = line->place;
    measured.access = example(*line, emulation::WarpAccess::Kind::shared);
    measured.detail += fmt::format(
        ". The worst is an access that takes {:.1f} wavefronts a warp where {:.1f} are enough: the lanes' "
        "words "
        "share a bank (try a padded row)",
        ratio(line->shared.wavefronts, line->shared.requests),
        ratio(line->shared.ideal_wavefronts, line->shared.requests));
    Failure failure;
    failure.place = line->place;
    failure.remedy = repairs::Repair::pad_rows;
    add_repair(failure);
    measured.fixes = std::move(failure.fixes);
  }
  return measured;
}

std::uint64_t loaded_bytes(const Meters& meters) {
  constexpr std::uint64_t warp_words = std::uint64_t{32} * 4;
  return meters.loads.bytes + meters.atomics.global_bytes + warp_words * meters.constants.requests;
}

Measured load_bytes_ratio(std::string name, const Meters& meters, double reference) {
  Measured measured{.name = std::move(name), .unit = "ratio"};
  measured.value = static_cast<double>(loaded_bytes(meters)) / reference;
  measured.detail = fmt::format(
      "the kernel loads {} bytes from global memory, 1/{:.1f} of the {} that the naive kernel asks for",
      loaded_bytes(meters), 1 / measured.value, reference);
  const auto bytes = [](const LineTraffic& line) { return line.loads.bytes; };
  if (const LineTraffic* line = worst_line(meters, bytes)) measured.place = line->place;
  return measured;
}

}  // namespace gridmark::channel
