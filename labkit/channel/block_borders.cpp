#include "labkit/channel/block_borders.h"

#include <algorithm>
#include <cstdlib>

namespace gridmark::channel {
namespace {

bool covers(const emulation::LaunchRecord& launch, int dimension, std::int64_t elements) {
  const std::int64_t threads = launch.block[dimension];
  return threads > 0 && std::abs(std::int64_t{launch.grid[dimension]} * threads - elements) < threads;
}

void take_borders(WrongElements& seen, const emulation::LaunchRecord& launch) {
  if (covers(launch, 0, seen.columns) && covers(launch, 1, seen.rows)) {
    seen.block_columns = launch.block[0];
    seen.block_rows = launch.block[1];
  } else if (covers(launch, 1, seen.columns) && covers(launch, 0, seen.rows)) {
    seen.block_columns = launch.block[1];
    seen.block_rows = launch.block[0];
  }
}

}  // namespace

void find_block_borders(WrongElements& seen, const emulation::Meters& meters, const std::string& kernel) {
  const auto found = std::find_if(meters.kernels.begin(), meters.kernels.end(),
                                  [&](const auto& one) { return one.traffic.kernel == kernel; });
  if (found != meters.kernels.end() && found->launches.size() == 1)
    take_borders(seen, found->launches.front());
}

}  // namespace gridmark::channel
