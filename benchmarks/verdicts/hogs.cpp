#include "benchmarks/verdicts/hogs.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

namespace gridmark::verdicts {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double mean_burst_seconds = 0.3, mean_rest_seconds = 0.2;
constexpr std::size_t memory_values = std::size_t{4} << 20;  // 32 MiB: more than the caches of a core

void compute() {
  volatile double value = 1;
  for (int i = 0; i < 100'000; ++i) value = value * 1.0000001;
}

void write_memory(std::vector<double>& memory) {
  for (double& value : memory) value += 1;
}

[[noreturn]] void hog(unsigned seed) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::mt19937 random(seed);
  const auto draw = [&](double mean) { return Seconds(std::exponential_distribution<double>(1 / mean)(random)); };
  std::vector<double> memory(memory_values);
  while (true) {
    const auto end = Clock::now() + draw(mean_burst_seconds);
    const bool by_memory = std::bernoulli_distribution(0.5)(random);
    while (Clock::now() < end) by_memory ? write_memory(memory) : compute();
    std::this_thread::sleep_for(draw(mean_rest_seconds));
  }
}

}  // namespace

Hogs::Hogs(int count) {
  for (int i = 0; i < count; ++i) {
    const pid_t process = fork();
    if (process == 0) hog(std::random_device{}());
    if (process > 0) processes_.push_back(process);
  }
}

Hogs::~Hogs() {
  for (const pid_t process : processes_) kill(process, SIGKILL);
  for (const pid_t process : processes_) waitpid(process, nullptr, 0);
}

}  // namespace gridmark::verdicts
