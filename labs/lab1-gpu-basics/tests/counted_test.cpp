// Memory accesses of the products, counted on the emulated device at n = 256, and hazards and leaks at small
// shapes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string_view>
#include <vector>

#include "emulation/cost/kernel_time.h"
#include "labkit/channel/contracts.h"
#include "labkit/channel/counts.h"
#include "labkit/channel/finding_cause.h"
#include "labkit/channel/floors.h"
#include "labkit/channel/options.h"
#include "labkit/channel/plot.h"
#include "labs/lab1-gpu-basics/tests/modelled_product.h"

namespace gridmark::lab1 {
namespace {

using channel::bank_conflicts;
using channel::excess_sector_ratio;
using channel::load_bytes_ratio;
using channel::Measured;
using channel::Meters;
using channel::record;

constexpr Shape square{256, 256, 256};
constexpr double element = sizeof(float);
/// One thread per output that loads both operands of every step, as matmul_naive does.
constexpr double naive_bytes = 2.0 * square.m * square.n * square.k * element;

/// The least work of any kernel of a product. It loads every element of a and b once and stores every element
/// of c once. It multiplies and adds once in each step, and its operands come from some memory. (A register
/// tile of 64 x 64 elements per thread is more than any device has.)
std::vector<channel::Floor> floors(const Shape& shape, const Meters& meters) {
  const double m = shape.m, n = shape.n, k = shape.k;
  return {
      {"launches", static_cast<double>(meters.launches), 1},
      {"bytes loaded from global memory", static_cast<double>(meters.loads.bytes), element * (m * k + k * n)},
      {"bytes stored in global memory", static_cast<double>(meters.stores.bytes), element * m * n},
      {"floating-point operations", static_cast<double>(meters.flops.operations()), 2 * m * n * k},
      {"bytes of operands from global and shared memory",
       static_cast<double>(meters.loads.bytes + meters.shared.bytes), 2 * element * m * n * k / 64}};
}

const Meters& meters() { return channel::last_reply().meters; }

/// Runs a product in the counted flavour. Its meters are in last_reply() afterwards.
testing::AssertionResult counted(Kernel kernel, const Shape& shape) {
  return random_call(kernel, shape).answered_right(Flavour::counted);
}

static_assert(square.n == largest_counted);
/// Runs the square first in its worker, as the sweep needs it, so it is not counted again.
testing::AssertionResult counted_square(Kernel kernel) {
  testing::AssertionResult right = counted(kernel, square);
  auto& kept = known_products()[{kernel, largest_counted}];
  if (right) kept = counted_product(meters());
  return right;
}

/// Whether the last reply's counts can be those of a product, without a sign that the host did the work.
testing::AssertionResult plausible(Kernel kernel, const Shape& shape) {
  const std::string subject(name_of(kernel));
  if (auto above = channel::above_floors(subject, floors(shape, meters())); !above) return above;
  return channel::stays_on_the_device(subject);
}

/// Whether the products' operands come from tiles in shared memory: one of the two for each multiply-add, or
/// for each eight if a thread keeps that many sums of a row or a column. Fewer reads only pretend to use
/// tiles. At least half of the loaded data must also go to the tiles, because a kernel may prefetch one tile
/// that it never uses. With less than half, its shared reads are only a pretence.
testing::AssertionResult uses_tiles(const Shape& shape) {
  constexpr double most_sums = 8;
  const double least = element * shape.m * shape.n * shape.k / most_sums;
  return channel::above_floors(
      std::string(name_of(Kernel::tiled)),
      {{"bytes of tiles in shared memory", static_cast<double>(meters().shared.bytes), least},
       {"bytes stored in tiles", static_cast<double>(meters().shared.stored_bytes),
        static_cast<double>(channel::loaded_bytes(meters())) / 2}});
}

/// A shape that a submission cannot know in advance. It has complete tiles, so its ratios equal those of the
/// square.
Shape unknown_shape() {
  static std::mt19937_64 random(inputs::Inputs::fresh_seed());
  const auto size = [](std::uint64_t bits) { return bits % 2 == 0 ? 128 : 256; };
  const std::uint64_t choice = random() % 7;  // the last of eight would be the square itself
  return {size(choice), size(choice / 2), size(choice / 4)};
}

/// Whether a count at an unknown shape is close to that at the square. A kernel could be tuned to the
/// square's size alone.
testing::AssertionResult carries_over(Kernel kernel, double at_square,
                                      const std::function<double(const Shape&)>& count) {
  const Shape shape = unknown_shape();
  if (testing::AssertionResult right = counted(kernel, shape); !right) return right;
  if (testing::AssertionResult likely = plausible(kernel, shape); !likely) return likely;
  if (kernel == Kernel::tiled)
    if (testing::AssertionResult tiles = uses_tiles(shape); !tiles) return tiles;
  const double here = count(shape);
  constexpr double tolerated = 1.25;  // partial tiles of other sizes than ours
  if (here <= tolerated * at_square + 0.01) return testing::AssertionSuccess();
  return channel::send_to_review(fmt::format("{}: counts {:.3f} at m=n=k={} and {:.3f} at m={}, n={}, k={}",
                                          name_of(kernel), at_square, square.m, here, shape.m, shape.n,
                                          shape.k));
}

/// The excess-sector ratio. If warps have few active lanes, the ratio is over the sectors that full warps
/// would need.
Measured sectors(const Shape& shape) {
  Measured measured = excess_sector_ratio("coalesced.excess_sector_ratio", meters());
  const double m = shape.m, n = shape.n, k = shape.k;
  constexpr double lanes = 32, sector = 32;
  // One step of a warp loads one element of a for all lanes, and 32 neighbours of b.
  const double naive = m * n / lanes * k * (1 + lanes * element / sector) + m * n * element / sector;
  const double over_naive = static_cast<double>(meters().loads.sectors + meters().stores.sectors) / naive;
  if (!(over_naive > measured.value)) return measured;
  measured.value = over_naive;
  measured.detail = fmt::format(
      "the kernel moves {:.2f} times the sectors that warps of 32 neighbours would move: its warps have few "
      "lanes, or load elements again and again",
      over_naive);
  return measured;
}

TEST(Counted, Coalesced) {
  ASSERT_TRUE(counted_square(Kernel::coalesced));
  EXPECT_TRUE(plausible(Kernel::coalesced, square));
  const Measured measured = sectors(square);
  record(measured);
  EXPECT_TRUE(carries_over(Kernel::coalesced, measured.value,
                           [](const Shape& shape) { return sectors(shape).value; }));
}

double load_ratio(const Shape& shape) {
  return static_cast<double>(channel::loaded_bytes(meters())) / (2 * element * shape.m * shape.n * shape.k);
}

TEST(Counted, Tiled) {
  ASSERT_TRUE(counted_square(Kernel::tiled));
  EXPECT_TRUE(plausible(Kernel::tiled, square));
  if (meters().shared.requests == 0) {
    channel::Failure without;
    without.outcome = "wrong_answer";
    without.message = "matmul_tiled: uses no shared memory, so there are no tiles to judge";
    channel::note_failure(without);
    FAIL();
  }
  EXPECT_TRUE(uses_tiles(square));
  record(bank_conflicts("tiled.bank_conflicts", meters()));
  record(load_bytes_ratio("tiled.load_bytes_ratio", meters(), naive_bytes));
  EXPECT_TRUE(carries_over(Kernel::tiled, load_ratio(square), load_ratio));
}

/// Advice for a product whose speed is bound by this limit.
std::string_view advice_for(std::string_view limit) {
  if (limit == "local memory" || limit == "device memory" || limit == "the L2 cache")
    return ": an array of a thread that exceeds its registers (255 of 4 bytes) lies in memory, and a tile "
           "that is shared by more threads is loaded less often";
  if (limit == "latency") return ": more threads, or fewer registers for each, would hide it";
  return ": more multiply-adds for each value that is read would help";
}

/// Size of the judged product over that of the counted one: large enough to fill the device.
constexpr double judged_width = 4096.0 / square.n;

/// The modelled share of the device's peak for the last product, at m = n = k = 4096. More arithmetic than a
/// product needs does not count as work.
Measured modelled_share(const Shape& shape) {
  const cost::Growth growth = growth_by(judged_width);
  const cost::ModelledTime time = cost::kernel_time(meters().kernels, growth);
  const double useful =
      std::min(2.0 * shape.m * shape.n * shape.k, static_cast<double>(meters().flops.operations()));
  Measured measured{.name = "regtile.modelled_peak_share", .unit = "ratio"};
  measured.value = cost::share_of_peak(useful * growth.work, time.nanoseconds);
  measured.provenance = Provenance::modelled;
  measured.detail = fmt::format(
      "modelled at {:.0f}% of the device's peak for m=n=k=4096, limited by {}{}", 100 * measured.value,
      time.limited_by, advice_for(time.limited_by));
  return measured;
}

TEST(Counted, Regtile) {
  ASSERT_TRUE(counted_square(Kernel::regtile));
  EXPECT_TRUE(plausible(Kernel::regtile, square));
  record(load_bytes_ratio("regtile.load_bytes_ratio", meters(), naive_bytes));
  record(modelled_share(square));
  EXPECT_TRUE(carries_over(Kernel::regtile, load_ratio(square), load_ratio));
}

/// Milliseconds per step for each kernel, from its last product at an unknown shape.
std::map<Kernel, double>& step_ms() {
  static std::map<Kernel, double> known;
  return known;
}

/// The sweep's times of one kernel. Empty if its product is wrong, because its smaller sizes would have to be
/// counted for the sweep alone.
channel::PlotSeries modelled_times(Kernel kernel) {
  channel::PlotSeries series{std::string(name_of(kernel)) + "_modelled_ms", Provenance::modelled};
  std::string why;
  for (const int n : sweep_sizes) {
    if (n < largest_counted) continue;
    const auto product = modelled_product(kernel, n, why);
    if (!product) return {};
    series.at.push_back(n);
    series.values.push_back(product->kernel_ms());
  }
  return series;
}

/// The times of the fastest kernel with its copies.
channel::PlotSeries device_times(const std::vector<channel::PlotSeries>& kernels) {
  channel::PlotSeries series{"device_ms", Provenance::modelled, kernels.front().at, kernels.front().values};
  for (std::size_t i = 0; i < series.at.size(); ++i) {
    for (const channel::PlotSeries& kernel : kernels)
      series.values[i] = std::min(series.values[i], kernel.values[i]);
    series.values[i] += copies_ms(series.at[i]);
  }
  return series;
}

/// Whether matmul_naive can be the fastest at a size of the sweep. A count at another shape usually settles
/// this. It avoids the count at the square, which takes the longest.
bool naive_may_be_fastest(const std::vector<channel::PlotSeries>& others) {
  constexpr double far_slower = 1.5;
  const auto known = step_ms().find(Kernel::naive);
  if (known == step_ms().end() || others.empty()) return true;
  for (std::size_t i = 0; i < others.front().at.size(); ++i) {
    const double about = known->second * std::pow(others.front().at[i], 3);
    if (std::all_of(others.begin(), others.end(),
                    [&](const channel::PlotSeries& other) { return about < far_slower * other.values[i]; }))
      return true;
  }
  return false;
}

// The report's sweep is compared with these times, which are scaled from counts of the tests above.
TEST(Counted, Sweep) {
  using enum channel::WrongReply;
  for (const channel::WrongReply reply : {zeros, input_copy, stale, unwritten, nan, half, last_element})
    channel::tolerates(reply, "leaves out a product that is wrong, which the tests above judge");
  std::vector<channel::PlotSeries> kernels;
  for (const Kernel kernel : {Kernel::regtile, Kernel::tiled, Kernel::coalesced, Kernel::naive}) {
    if (kernel == Kernel::naive && !naive_may_be_fastest(kernels)) continue;
    if (channel::PlotSeries times = modelled_times(kernel); !times.at.empty())
      kernels.push_back(std::move(times));
  }
  if (kernels.empty()) return;
  channel::Plot plot{.name = "sweep",
                  .title = "Modelled times of your products, as ./gridmark benchmark has them"};
  plot.x = {"n", "", true};
  plot.y = {"time", "ms", true};
  plot.series = kernels;
  plot.series.insert(plot.series.begin(), device_times(kernels));
  record(plot);
}

/// Every kernel must do its own arithmetic at an unknown shape. A product that the host computed does not
/// pass.
const bool device_tests = for_each_kernel("OnTheDevice", [](Kernel kernel) {
  // A run without counts only judges answers, and reports that it is not a grade.
  if (!channel::options().workers.contains("counted")) return testing::AssertionSuccess();
  const Shape shape = unknown_shape();
  if (auto right = counted(kernel, shape); !right) return right;
  const cost::Growth growth = growth_by(judged_width);
  step_ms()[kernel] = cost::kernel_time(meters().kernels, growth).nanoseconds * 1e-6 / growth.work / shape.m /
                      shape.n / shape.k;
  return plausible(kernel, shape);
});

/// The fault of a kernel.
using Complaint = channel::Failure;
using Check = std::function<std::optional<Complaint>(Kernel)>;

/// The number of kernels, of four, that pass `check`, each in its own worker. The first complaint is the
/// detail.
Measured clean_kernels(std::string name, const Check& check) {
  Measured measured{.name = std::move(name), .unit = "kernels"};
  for (const Kernel kernel : {Kernel::naive, Kernel::coalesced, Kernel::tiled, Kernel::regtile}) {
    channel::end_workers();
    if (const auto complaint = check(kernel))
      channel::blame(measured, *complaint);
    else
      ++measured.value;
  }
  return measured;
}

Complaint complaint(const std::string& message, const emulation::SourcePlace& place = {},
                    const std::optional<Cause>& cause = {}) {
  return {"wrong_answer", message, place, "", {}, cause};
}

/// The first hazard at a ragged or an even shape. A wrong answer without a hazard is a complaint, too,
/// because a kernel that does nothing has no hazards.
std::optional<Complaint> hazard_in(Kernel kernel) {
  for (const Shape shape : {Shape{70, 45, 39}, Shape{64, 64, 64}}) {
    Call call = random_call(kernel, shape);
    if (const auto asked = channel::ask(call.op, Flavour::counted); !asked)
      return channel::last_failure();
    if (!meters().findings.empty())
      return channel::failure_by(meters().findings.front(), call.op.subject());
    if (const auto right = call.is_right(); !right) return channel::last_failure();
    if (const auto idle = channel::below_floor(floors(shape, meters())))
      return complaint(call.op.subject() + ": " + *idle);
  }
  return std::nullopt;
}

TEST(Counted, Hazards) { record(clean_kernels("hazards.clean_kernels", hazard_in)); }

/// The first allocation that a correct product leaves behind, or the memory that grows or shrinks between
/// calls.
std::optional<Complaint> leak_in_calls(Kernel kernel, Flavour flavour) {
  constexpr int calls = 2;  // followed by the same number again
  channel::CallSeries series;
  const std::string subject(name_of(kernel));
  for (int i = 0; i < 2 * calls; ++i) {
    if (const auto right = random_call(kernel, {64, 64, 64}).answered_right(flavour); !right)
      return channel::last_failure();
    if (flavour == Flavour::counted)
      if (const auto idle = channel::below_floor(floors({64, 64, 64}, meters())))
        return complaint(subject + ": " + *idle);
    series.add(channel::last_reply());
    // Objects of the first call may serve the later ones.
    const auto left = i > 0 ? channel::object_left() : std::nullopt;
    if (left) return complaint(subject + " " + left->message, left->place, left->cause);
    if (channel::last_reply().leaks.empty()) continue;
    const auto& leak = channel::last_reply().leaks.front();
    return complaint(fmt::format("{} allocates {} bytes and never frees them", subject, leak.bytes),
                     leak.place, channel::cause_of_leak());
  }
  if (const auto growth = series.growth()) return complaint(subject + " " + *growth);
  if (const auto less = series.shrinking_work()) return complaint(subject + " " + *less);
  return std::nullopt;
}

/// On a GPU the same calls run there, too, because its driver knows of memory that our counts do not contain.
std::optional<Complaint> leak_in(Kernel kernel) {
  const auto counted = leak_in_calls(kernel, Flavour::counted);
  if (counted || !channel::options().on_real_device()) return counted;
  return leak_in_calls(kernel, Flavour::fast);
}

TEST(Counted, Leaks) { record(clean_kernels("leaks.clean_kernels", leak_in)); }

}  // namespace
}  // namespace gridmark::lab1
