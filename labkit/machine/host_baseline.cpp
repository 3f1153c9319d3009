#include "labkit/machine/host_baseline.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <barrier>
#include <chrono>
#include <thread>
#include <vector>

#include "labkit/machine/kernels.h"
#include "labkit/timing/machine_state.h"
#include "labkit/timing/proc_files.h"

namespace gridmark::machine {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int repetitions = 5;  // the best one counts, because a ceiling is a rate that was reached once
constexpr int fma_rounds = 400'000;

/// The shortest wall time of `work(thread)` in seconds on `threads` threads that start together.
template <class Work>
double best_seconds(int threads, Work work) {
  std::vector<double> seconds(repetitions);
  Clock::time_point begin;
  int round = 0;
  std::barrier start(threads, [&]() noexcept { begin = Clock::now(); });
  std::barrier finish(threads, [&]() noexcept {
    seconds[static_cast<std::size_t>(round++)] = std::chrono::duration<double>(Clock::now() - begin).count();
  });
  std::vector<std::jthread> all;
  for (int thread = 0; thread < threads; ++thread)
    all.emplace_back([&, thread] {
      for (int i = 0; i < repetitions; ++i) {
        start.arrive_and_wait();
        work(thread);
        finish.arrive_and_wait();
      }
    });
  all.clear();
  return *std::min_element(seconds.begin(), seconds.end());
}

double flops_of(int threads) {
  std::vector<float> sums(static_cast<std::size_t>(threads));
  const double seconds = best_seconds(
      threads, [&](int thread) { sums[static_cast<std::size_t>(thread)] = fused_multiply_adds(fma_rounds); });
  return static_cast<double>(threads) * fma_rounds * flops_per_round / seconds;
}

/// The number of floats in one thread's three arrays, well above its share of the caches.
std::size_t triad_floats(int threads) {
  constexpr std::size_t least = std::size_t{32} << 20, most = std::size_t{512} << 20;  // bytes of all arrays
  const long cache = std::max(sysconf(_SC_LEVEL3_CACHE_SIZE), 0L);
  const std::size_t bytes = std::clamp(static_cast<std::size_t>(cache) * 4, least, most);
  return bytes / sizeof(float) / 3 / static_cast<std::size_t>(threads);
}

double bandwidth_of(int threads) {
  struct Arrays {
    std::vector<float> a, b, c;
  };
  const std::size_t floats = triad_floats(threads);
  std::vector<Arrays> arrays(static_cast<std::size_t>(threads));
  const double seconds = best_seconds(threads, [&](int thread) {
    Arrays& own = arrays[static_cast<std::size_t>(thread)];
    if (own.a.empty())
      own = {std::vector<float>(floats), std::vector<float>(floats, 1), std::vector<float>(floats, 2)};
    triad(own.a.data(), own.b.data(), own.c.data(), floats);
  });
  return 3.0 * sizeof(float) * static_cast<double>(floats) * threads / seconds;
}

std::string processor_name() {
  const std::string cpuinfo = timing::read_text("/proc/cpuinfo");
  const std::size_t key = cpuinfo.find("model name"), colon = cpuinfo.find(": ", key);
  if (key == std::string::npos || colon == std::string::npos) return "unknown";
  return cpuinfo.substr(colon + 2, cpuinfo.find('\n', colon) - colon - 2);
}

}  // namespace

int usable_cores() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

HostBaseline measure_host() {
  HostBaseline host;
  host.cores = usable_cores();
  host.processor = processor_name();
  host.flops_per_second_of_one_core = flops_of(1);
  host.flops_per_second = flops_of(host.cores);
  host.clock_mhz = timing::machine_state().clock_mhz;
  host.bytes_per_second = bandwidth_of(host.cores);
  return host;
}

std::string boot_id() {
  std::string text = timing::read_text("/proc/sys/kernel/random/boot_id");
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace gridmark::machine
