// Device times from counts. A grid of fewer blocks than the device has processors uses a part of the device.
// Counting takes about n^3 steps, so what is larger than 256 has the counts of 256, scaled by n^3 (tiles are
// whole there, so a product of twice the size does eight times the same).
#include <algorithm>
#include <map>
#include <optional>

#include "labkit/exam/counts.h"
#include "labkit/exam/modelled_time.h"
#include "labs/lab1-gpu-basics/benchmarks/sweep.h"
#include "labs/lab1-gpu-basics/tests/ask.h"

namespace gridmark::lab1 {
namespace {

constexpr int largest_counted = 256;

double cubed(double n) { return n * n * n; }

/// What one product did and how long the device would take for it.
struct Counted {
  double busy_ms = 0;  ///< with every processor at work
  double blocks = 0, bytes = 0, sectors = 0;
};

/// Counts one product; nothing when the answer is wrong or there is none.
std::optional<Counted> count(Kernel kernel, int n, std::string& why) {
  exam::end_workers();
  const testing::AssertionResult right =
      random_question(kernel, {n, n, n}).answered_right(exam::WorkerFlavour::counted);
  if (!right) {
    why = right.message();
    return std::nullopt;
  }
  const exam::Meters& meters = exam::last_reply().meters;
  return Counted{exam::modelled_time(meters).nanoseconds * 1e-6, static_cast<double>(meters.blocks),
                 static_cast<double>(exam::loaded_bytes(meters)),
                 static_cast<double>(meters.loads.sectors + meters.stores.sectors)};
}

/// The counts at n, scaled from the largest counted size where n is larger.
std::optional<Counted> counted(Kernel kernel, int n, std::string& why) {
  static std::map<std::pair<Kernel, int>, std::optional<Counted>> known;
  const int asked = n < largest_counted ? n : largest_counted;
  const auto [at, fresh] = known.try_emplace({kernel, asked});
  if (fresh) at->second = count(kernel, asked, why);
  if (!at->second) return std::nullopt;
  const double scale = cubed(n) / cubed(asked);
  return Counted{at->second->busy_ms * scale, at->second->blocks * scale * asked / n,
                 at->second->bytes * scale, at->second->sectors * scale};
}

/// From the launch to the kernel's end.
double kernel_ms(const Counted& counts) {
  constexpr double launch = 2.5e-3, processors = 108;
  return launch + counts.busy_ms / std::min(1.0, counts.blocks / processors);
}

/// Two copies to the device and one back, as the emulated device models them.
double copies_ms(double n) {
  constexpr double copy_start = 8e-3, bytes_per_ms = 12e6;
  return 3 * (copy_start + n * n * sizeof(float) / bytes_per_ms);
}

}  // namespace

void modelled(benchmark::State& state, Kernel kernel, int n) {
  std::string why = "the product of a smaller size failed";
  for ([[maybe_unused]] auto once : state) {
    const auto counts = counted(kernel, n, why);
    if (!counts) {
      state.SkipWithError(why.c_str());
      break;
    }
    note_speed(state, n, kernel_ms(*counts));
    state.counters["with_copies_ms"] = kernel_ms(*counts) + copies_ms(n);
    state.counters["bytes_loaded"] = counts->bytes;
    state.counters["sectors"] = counts->sectors;
  }
}

}  // namespace gridmark::lab1
