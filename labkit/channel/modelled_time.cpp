#include "labkit/channel/modelled_time.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace gridmark::channel {
namespace {

struct Demand {
  std::string_view resource;
  std::uint64_t amount;
  double rate;  ///< per nanosecond
  double nanoseconds() const { return static_cast<double>(amount) / rate; }
};

}  // namespace

ModelledTime modelled_time(const Meters& meters, double useful) {
  const DeviceRates& rates = device_rates;
  const Demand demands[] = {
      {"arithmetic", meters.flops.operations(), rates.single_operations},
      {"shared memory", meters.shared.wavefronts, rates.shared_wavefronts},
      {"requests to global memory", meters.loads.requests + meters.stores.requests, rates.global_requests},
      {"sectors of global memory", meters.loads.sectors + meters.stores.sectors, rates.l1_sectors},
      {"the L2 cache", meters.caches.l2_reads + meters.caches.l2_writes, rates.l2_sectors},
      {"device memory", meters.caches.dram_reads + meters.caches.dram_writes, rates.dram_sectors}};
  const Demand& most =
      *std::max_element(std::begin(demands), std::end(demands),
                        [](const Demand& a, const Demand& b) { return a.nanoseconds() < b.nanoseconds(); });
  ModelledTime time{most.nanoseconds(), most.resource, 0};
  const double counting = std::min(useful, static_cast<double>(meters.flops.operations()));
  if (time.nanoseconds > 0) time.peak_share = counting / rates.single_operations / time.nanoseconds;
  return time;
}

}  // namespace gridmark::channel
