#include "emulation/counters/global_traffic.h"

#include <algorithm>

namespace gridmark::counters {
namespace {

using Addresses = std::array<std::uint64_t, warp_size>;

Addresses sorted(const Request& request) {
  Addresses addresses = request.address;
  const auto end = addresses.begin() + request.lanes;
  if (!std::is_sorted(addresses.begin(), end)) std::sort(addresses.begin(), end);
  return addresses;
}

/// Contiguous bytes that neighbouring lanes ask for.
struct Range {
  std::uint64_t first, end;
};

/// Ranges, sorted by their first bytes.
class Ranges {
 public:
  void add(const Request& request) {
    for (unsigned i = 0; i < request.lanes; ++i) {
      const std::uint64_t first = request.address[i], end = first + request.bytes;
      if (count_ > 0 && first >= ranges_[count_ - 1].first && first <= ranges_[count_ - 1].end)
        ranges_[count_ - 1].end = std::max(ranges_[count_ - 1].end, end);
      else
        ranges_[count_++] = {first, end};
    }
    const auto lower = [](const Range& a, const Range& b) { return a.first < b.first; };
    if (!std::is_sorted(begin(), end(), lower)) std::sort(ranges_.begin(), ranges_.begin() + count_, lower);
  }
  const Range* begin() const { return ranges_.data(); }
  const Range* end() const { return ranges_.data() + count_; }

 private:
  std::array<Range, warp_size> ranges_;  // left uninitialised, because count_ guards it
  unsigned count_ = 0;
};

void pass_through(std::uint64_t first, std::uint64_t end, AccessKind kind, CacheModel& caches) {
  for (std::uint64_t sector = first; sector < end; ++sector) {
    if (is_load(kind))
      caches.read(sector);
    else if (kind == AccessKind::store)
      caches.write(sector);
    else
      caches.atomic(sector);
  }
}

}  // namespace

void count_global(const Request& request, AccessKind kind, emulation::GlobalTraffic& traffic,
                  CacheModel& caches) {
  Ranges ranges;
  ranges.add(request);
  std::uint64_t sectors = 0, distinct_bytes = 0, next_sector = 0, next_byte = 0;
  for (const Range& range : ranges) {
    distinct_bytes += range.end - std::min(range.end, std::max(range.first, next_byte));
    next_byte = std::max(next_byte, range.end);
    const std::uint64_t last_sector = (range.end - 1) / sector_bytes + 1;
    const std::uint64_t first_sector = std::max(range.first / sector_bytes, next_sector);
    if (first_sector >= last_sector) continue;
    sectors += last_sector - first_sector;
    pass_through(first_sector, last_sector, kind, caches);
    next_sector = last_sector;
  }
  traffic.requests += 1;
  traffic.sectors += sectors;
  traffic.ideal_sectors += (distinct_bytes + sector_bytes - 1) / sector_bytes;
  traffic.bytes += std::uint64_t{request.lanes} * request.bytes;
}

void count_global(const Span& span, AccessKind kind, emulation::GlobalTraffic& traffic, CacheModel& caches) {
  const std::uint64_t first = span.address / sector_bytes;
  const std::uint64_t end = (span.address + span.length() - 1) / sector_bytes + 1;
  pass_through(first, end, kind, caches);
  traffic.requests += 1;
  traffic.sectors += end - first;
  traffic.ideal_sectors += (span.length() + sector_bytes - 1) / sector_bytes;
  traffic.bytes += std::uint64_t{span.lanes} * span.bytes;
}

void count_atomic(const Request& request, Space space, emulation::AtomicTraffic& traffic) {
  const Addresses addresses = sorted(request);
  unsigned most = 0, same = 0;
  for (unsigned i = 0; i < request.lanes; ++i) {
    same = i > 0 && addresses[i] == addresses[i - 1] ? same + 1 : 1;
    most = std::max(most, same);
  }
  traffic.requests += 1;
  traffic.operations += request.lanes;
  traffic.rounds += most;
  if (space == Space::global) traffic.global_bytes += std::uint64_t{request.lanes} * request.bytes;
}

void count_constant(const Request& request, emulation::ConstantTraffic& traffic) {
  const Addresses addresses = sorted(request);
  std::uint64_t next_word = 0;
  for (unsigned i = 0; i < request.lanes; ++i) {
    const std::uint64_t end = (addresses[i] + request.bytes - 1) / word_bytes + 1;
    const std::uint64_t first = std::max(addresses[i] / word_bytes, next_word);
    if (first < end) traffic.passes += end - first;
    next_word = std::max(next_word, end);
  }
  traffic.requests += 1;
}

}  // namespace gridmark::counters
