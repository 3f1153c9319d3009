#pragma once
// Device times from counts, for the sweep of sizes: the benchmarks print them, and the checker models them
// again. Counting takes about n^3 steps, so a size above 256 has the counts of 256: a product of twice the
// size does eight times the same on four times the blocks, since tiles are whole at both sizes.
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

/// From a product of that size to one of `width` times the size.
inline cost::Growth growth_by(double width) { return {width * width * width, width * width}; }

/// What one product did, and how much larger the product is that its time is asked for.
struct CountedProduct {
  std::vector<emulation::KernelCounts> kernels;
  double launches = 0, bytes = 0, sectors = 0;
  double width = 1;

  /// From the first launch to the last kernel's end.
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

/// By kernel and n; nothing where the answer was wrong.
inline KnownProducts& known_products() {
  static KnownProducts known;
  return known;
}

/// `meters`  of an n x n product that was right, the first of its worker
inline CountedProduct counted_product(const channel::Meters& meters) {
  return {meters.kernels, static_cast<double>(meters.launches),
          static_cast<double>(channel::loaded_bytes(meters)),
          static_cast<double>(meters.loads.sectors + meters.stores.sectors)};
}

/// Counts one product in a worker of its own; nothing when the answer is wrong or there is none.
inline std::optional<CountedProduct> count_product(Kernel kernel, int n, std::string& why) {
  channel::end_workers();
  const testing::AssertionResult right =
      random_call(kernel, {n, n, n}).answered_right(Flavour::counted);
  if (right) return counted_product(channel::last_reply().meters);
  why = right.message();
  return std::nullopt;
}

/// The counts at n, scaled from the largest counted size where n is larger. What is known is not counted
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
