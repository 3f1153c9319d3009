#pragma once
// Device times from counts, for the sweep of sizes. The benchmarks print them, and the checker models them
// again. Counting takes about n^3 steps, so sizes above 256 use the counts of 256. A product of twice the
// size does eight times the work with four times the blocks, because both sizes are multiples of the tiles.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emulation/cost/kernel_time.h"
#include "labkit/channel/counts.h"
#include "labs/lab1-gpu-basics/tests/ask.h"

namespace gridmark::lab1 {

/// The n of the sweep's n x n products.
inline constexpr int sweep_sizes[] = {100, 128, 500, 512, 1000, 1024, 2000, 2048, 4096};
inline constexpr int largest_counted = 256;

/// The growth from a counted product to one of `width` times its size.
inline cost::Growth growth_by(double width) { return {width * width * width, width * width}; }

/// The counts of one product, and the factor to the size whose time is modelled.
struct CountedProduct {
  std::vector<emulation::KernelCounts> kernels;
  double launches = 0, bytes = 0, sectors = 0;
  double width = 1;

  /// Time from the first launch to the end of the last kernel.
  double kernel_ms() const {
    constexpr double launch = 2.5e-3;
    return launches * launch + cost::kernel_time(kernels, growth_by(width)).nanoseconds * 1e-6;
  }
};

/// Two copies to the device and one back, as the emulated device models them.
inline double copies_ms(double n) {
  constexpr double copy_start = 8e-3, bytes_per_ms = 12e6;
  return 3 * (copy_start + n * n * sizeof(float) / bytes_per_ms);
}

using KnownProducts = std::map<std::pair<Kernel, int>, std::optional<CountedProduct>>;

/// Known products by kernel and n. Empty for a wrong answer.
inline KnownProducts& known_products() {
  static KnownProducts known;
  return known;
}

/// `meters`  counts of a correct n x n product that ran first in its worker
inline CountedProduct counted_product(const channel::Meters& meters) {
  return {meters.kernels, static_cast<double>(meters.launches),
          static_cast<double>(channel::loaded_bytes(meters)),
          static_cast<double>(meters.loads.sectors + meters.stores.sectors)};
}

/// Counts one product in a new worker. Empty if the answer is wrong or missing.
inline std::optional<CountedProduct> count_product(Kernel kernel, int n, std::string& why) {
  channel::end_workers();
  const testing::AssertionResult right =
      random_call(kernel, {n, n, n}).answered_right(Flavour::counted);
  if (right) return counted_product(channel::last_reply().meters);
  why = right.message();
  return std::nullopt;
}

/// The counts at n, scaled from the largest counted size if n is larger. Known products are not counted
/// again.
inline std::optional<CountedProduct> modelled_product(Kernel kernel, int n, std::string& why) {
  const int asked = std::min(n, largest_counted);
  const auto [at, fresh] = known_products().try_emplace({kernel, asked});
  if (fresh) at->second = count_product(kernel, asked, why);
  if (!at->second) return std::nullopt;
  CountedProduct product = *at->second;
  product.width = static_cast<double>(n) / asked;
  const double work = growth_by(product.width).work;
  product.bytes *= work, product.sectors *= work;
  return product;
}

}  // namespace gridmark::lab1
