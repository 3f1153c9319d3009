#include "emulation/counters/global_traffic.h"

#include <algorithm>

namespace gridmark::counters {

void count_global(const Request& request, emulation::GlobalTraffic& traffic) {
  std::array<std::uint64_t, warp_size> sorted = request.address;
  const auto end = sorted.begin() + request.lanes;
  if (!std::is_sorted(sorted.begin(), end)) std::sort(sorted.begin(), end);
  std::uint64_t sectors = 0, distinct_bytes = 0, next_sector = 0, next_byte = 0;
  for (auto address = sorted.begin(); address != end; ++address) {
    const std::uint64_t last_byte = *address + request.bytes;
    distinct_bytes += last_byte - std::min(last_byte, std::max(*address, next_byte));
    next_byte = std::max(next_byte, last_byte);
    const std::uint64_t last_sector = (last_byte - 1) / sector_bytes + 1;
    sectors += last_sector - std::min(last_sector, std::max(*address / sector_bytes, next_sector));
    next_sector = std::max(next_sector, last_sector);
  }
  traffic.requests += 1;
  traffic.sectors += sectors;
  traffic.ideal_sectors += (distinct_bytes + sector_bytes - 1) / sector_bytes;
  traffic.bytes += std::uint64_t{request.lanes} * request.bytes;
}

}  // namespace gridmark::counters
