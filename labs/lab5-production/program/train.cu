// Trains a network with your trainer, your monitor and your prefetcher on this computer, so that you can watch
// it. No test runs it, and it earns no points.
//
//   L=labs/lab5-production
//   ./gridmark cc -std=c++20 -O2 -I $L/include $L/program/train.cu starter/lab5-production/*.c* -o train \
//     -lgridmark_tensor_fast -lgridmark_disk -lgridmark_services
//   ./gridmark watch -- ./train                    live, until it ends or you press Ctrl-C
//   ./gridmark ranks -n 2 -- ./train --folder two  on two ranks
//
// It saves into its folder, and continues there when you start it again: after its end, after Ctrl-C, and
// after kill -9.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "labkit/comm/comm.h"
#include "labkit/disk/posix_disk.h"
#include "labkit/services/metrics_endpoint.h"
#include "labkit/services/nvml_source.h"
#include "labkit/services/scripted_source.h"
#include "labkit/services/system_clock.h"
#include "labkit/tensor/tensor.h"
#include "monitor.h"
#include "profiling.h"
#include "trainer.h"

using namespace gridmark::tensor;
using gridmark::comm::Comm;
namespace services = gridmark::services;

namespace {

constexpr const char* usage = R"(Usage: train [OPTION...]
Trains 784-128-10 on glyph28, saves, and goes on from its checkpoint when it is started again.

  --folder NAME     checkpoint and TensorBoard's events (default: run)
  --epochs N        in all, over all starts (default: 3)
  --images N        of an epoch (default: 8000)
  --rows N          of a micro-batch (default: 32)
  --windows N       micro-batches in an optimizer step (default: 1)
  --precise         products in f32, not in f16
  --prefetch DEPTH  batches by your Prefetcher with so many buffers (default: 0, plain batches)
  --port N          of localhost, for /metrics (default: $GRIDMARK_METRICS_PORT, otherwise none)
  --help            this text

Exit codes: 0 trained to the end, 1 failed, 64 wrong usage, 130 stopped by Ctrl-C and saved.
)";

struct Options {
  std::string folder = "run";
  std::int64_t epochs = 3, images = 8000, rows = 32, windows = 1, prefetch = 0, port = -1;
  bool precise = false, help = false;
};

struct WrongUsage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::int64_t whole_number(const std::string& name, const char* text, std::int64_t least, std::int64_t most) {
  char* end = nullptr;
  const long long value = text ? std::strtoll(text, &end, 10) : 0;
  if (!text || end == text || *end != '\0' || value < least || value > most)
    throw WrongUsage(name + " is \"" + (text ? text : "") + "\", expected a number from " + std::to_string(least) +
                     " to " + std::to_string(most));
  return value;
}

Options read_options(int count, char** words) {
  Options options;
  if (const char* port = std::getenv("GRIDMARK_METRICS_PORT"))
    options.port = whole_number("GRIDMARK_METRICS_PORT", port, 0, 65535);
  const std::map<std::string, std::pair<std::int64_t*, std::int64_t>> numbers{
      {"--epochs", {&options.epochs, 1000}}, {"--images", {&options.images, 1000000}},
      {"--rows", {&options.rows, 4096}},     {"--windows", {&options.windows, 1024}},
      {"--prefetch", {&options.prefetch, 64}}, {"--port", {&options.port, 65535}}};
  for (int i = 1; i < count; ++i) {
    const std::string name = words[i];
    const auto number = numbers.find(name);
    if (number != numbers.end()) {
      const bool may_be_zero = name == "--prefetch" || name == "--port";
      *number->second.first = whole_number(name, words[++i], may_be_zero ? 0 : 1, number->second.second);
    } else if (name == "--folder" && i + 1 < count) {
      options.folder = words[++i];
    } else if (name == "--precise") {
      options.precise = true;
    } else if (name == "--help") {
      options.help = true;
    } else {
      throw WrongUsage("unknown option \"" + name + "\". train --help lists all");
    }
  }
  return options;
}

// Signals of this process. The ranks must agree, or the ones that continue would wait for the one that
// stopped.
volatile std::sig_atomic_t stop_wanted = 0;
extern "C" void want_stop(int) { stop_wanted = 1; }

bool any_rank_stops(Comm& comm) {
  char stop = stop_wanted != 0;
  for (int rank = 1; rank < comm.world(); ++rank) {
    char one = stop;
    if (comm.rank() == rank) comm.send(0, &one, 1);
    if (comm.rank() == 0) comm.recv(rank, &one, 1);
    if (comm.rank() == 0) stop = stop || one;
  }
  for (int rank = 1; rank < comm.world(); ++rank) {
    if (comm.rank() == 0) comm.send(rank, &stop, 1);
    if (comm.rank() == rank) comm.recv(0, &stop, 1);
  }
  return stop != 0;
}

/// The GPUs, or none if NVML does not start. A training also works without monitoring.
std::unique_ptr<services::MetricSource> open_source() {
  try {
    return std::make_unique<services::NvmlSource>();
  } catch (const std::runtime_error& error) {
    std::fprintf(stderr, "train: no metrics of GPUs: %s\n", error.what());
    return std::make_unique<services::ScriptedSource>();
  }
}

/// Your monitor and its outputs: events in the folder, /metrics, and a line for each report. Only on rank 0.
class Observer {
 public:
  Observer(gridmark::disk::Disk& disk, services::Clock& clock, std::int64_t port)
      : clock_(clock), source_(open_source()), events_(disk, clock.now()), monitor_(*source_, &events_, rules()) {
    if (port < 0) return;
    endpoint_ = std::make_unique<services::MetricsEndpoint>(static_cast<int>(port), [this] { return text(); });
    std::printf("metrics: http://localhost:%d/metrics\n", endpoint_->port());
  }

  void report(std::int64_t step, const TrainMetrics& metrics) {
    const std::lock_guard lock(mutex_);
    monitor_.log_metrics(step, metrics);
    std::printf("step %lld: loss %.4f, accuracy %.1f %%, rate %.2e, %.0f rows/s\n", static_cast<long long>(step),
                metrics.loss, 100 * metrics.accuracy, metrics.learning_rate, metrics.samples_per_second);
    for (const AlertChange& change : monitor_.evaluate(clock_.now())) {
      const std::string& rule = change.rule;
      alerts_[{rule, change.gpu}] = change.state;
      std::printf("alert %s (GPU %d) is %s\n", rule.c_str(), change.gpu, name_of(change.state));
    }
    std::fflush(stdout);
  }

 private:
  static std::vector<AlertRule> rules() {
    return {{"GpuHot", "gpu_temperature_celsius", AlertRule::Side::above, 85, 80, 30, 20},
            {"GpuIdle", "gpu_busy_ratio", AlertRule::Side::below, 0.2, 0.4, 60, 30},
            {"LossIsHigh", "train_loss", AlertRule::Side::above, 5, 3, 10, 0}};
  }

  static const char* name_of(AlertState state) {
    return state == AlertState::firing ? "firing" : state == AlertState::pending ? "pending" : "inactive";
  }

  /// The family ALERTS, in which Prometheus shows alerts.
  std::string text() {
    const std::lock_guard lock(mutex_);
    std::string text = monitor_.prometheus();
    bool first = true;
    for (const auto& [alert, state] : alerts_) {
      if (state == AlertState::inactive) continue;
      if (std::exchange(first, false)) text += "# HELP ALERTS that are pending or firing\n# TYPE ALERTS gauge\n";
      text += "ALERTS{alertname=\"" + alert.first + "\",alertstate=\"" + name_of(state) + "\"";
      if (alert.second >= 0) text += ",gpu=\"" + std::to_string(alert.second) + "\"";
      text += "} 1\n";
    }
    return text;
  }

  services::Clock& clock_;
  std::unique_ptr<services::MetricSource> source_;
  std::mutex mutex_;  ///< the endpoint runs in another thread
  EventWriter events_;
  GPUMonitor monitor_;
  std::map<std::pair<std::string, int>, AlertState> alerts_;
  std::unique_ptr<services::MetricsEndpoint> endpoint_;  ///< last, so that it ends first
};

/// The network on this rank's device. The weights are equal on all ranks, and each rank has its own dropout.
struct Network {
  explicit Network(int rank) { dropout.set_position(static_cast<std::uint64_t>(rank) << 40); }

  Generator generator{2026}, dropout{7};
  Sequential net = on_device({std::make_shared<Linear>(784, 128, generator), std::make_shared<ReLU>(),
                              std::make_shared<Dropout>(0.1f, dropout), std::make_shared<Linear>(128, 10, generator)});
  Adam optimizer{net.named_parameters()};

 private:
  static Sequential on_device(const std::vector<std::shared_ptr<Module>>& parts) {
    Sequential net;
    for (const auto& part : parts) net.add(part);
    net.to(Device::cuda());
    return net;
  }
};

Config config_of(const Options& options, std::int64_t steps_of_epoch) {
  Config config;
  config.micro_batch = options.rows;
  config.accumulation_steps = static_cast<int>(options.windows);
  config.low = options.precise ? DType::f32 : DType::f16;
  config.max_norm = 5;
  config.schedule = {2e-3, 1e-5, steps_of_epoch / 4, steps_of_epoch * options.epochs};
  config.save_interval = 50;
  return config;
}

int train(const Options& options) {
  Comm comm = Comm::from_environment();
  const bool first = comm.rank() == 0;
  std::filesystem::create_directories(options.folder);
  gridmark::disk::PosixDisk disk(options.folder);
  services::SystemClock clock;
  Network network(comm.rank());
  const Images images = glyph28(1, 0, options.images), validation = glyph28(1, 1000000, 1000);

  std::unique_ptr<Observer> observer;
  if (first) observer = std::make_unique<Observer>(disk, clock, options.port);
  Services surroundings{disk, comm, clock};
  surroundings.log = [&](std::int64_t step, const TrainMetrics& metrics) { observer->report(step, metrics); };
  if (options.prefetch > 0)
    surroundings.batches = [&](const Images& all, std::vector<std::int64_t> order, std::int64_t rows) {
      return std::make_unique<Prefetcher>(all, std::move(order), rows, static_cast<int>(options.prefetch));
    };

  const std::int64_t window = options.rows * options.windows * comm.world();
  const std::int64_t steps_of_epoch = (options.images + window - 1) / window, all_steps = steps_of_epoch * options.epochs;
  const Config config = config_of(options, steps_of_epoch);
  ProductionTrainer trainer(network.net, network.optimizer, network.dropout, images, validation, config, surroundings);

  const auto steps = [&] { return static_cast<std::int64_t>(network.optimizer.steps()); };
  const bool goes_on = trainer.load_checkpoint();
  if (first) std::printf("%s step %lld of %lld\n", goes_on ? "goes on from" : "begins at", static_cast<long long>(steps()),
                         static_cast<long long>(all_steps));
  bool stopped = false;
  while (steps() < all_steps && !(stopped = any_rank_stops(comm))) {
    const std::int64_t before = steps(), end_of_epoch = (before / steps_of_epoch + 1) * steps_of_epoch;
    trainer.train_steps(std::min({config.log_interval, end_of_epoch - before, all_steps - before}));
    if (steps() == before) throw std::runtime_error("train_steps() made no step. Write trainer.cu first");
    if (steps() < end_of_epoch) continue;
    const double loss = trainer.validate();
    if (first) std::printf("validation: loss %.4f, best %.4f\n", loss, trainer.best_validation());
  }
  trainer.save_checkpoint();
  if (first) std::printf("saved at step %lld in %s\n", static_cast<long long>(steps()), options.folder.c_str());
  return stopped ? 130 : 0;
}

}  // namespace

int main(int count, char** words) {
  std::signal(SIGINT, want_stop);
  std::signal(SIGTERM, want_stop);
  try {
    const Options options = read_options(count, words);
    if (options.help) return std::fputs(usage, stdout) < 0;
    return train(options);
  } catch (const WrongUsage& error) {
    std::fprintf(stderr, "train: %s\n", error.what());
    return 64;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "train: %s\n", error.what());
    return 1;
  }
}
