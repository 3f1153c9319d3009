#pragma once
// The calls of a monitor in a test, and their results.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "labkit/channel/ask.h"
#include "labkit/channel/crash.h"
#include "labkit/channel/ranks.h"
#include "labkit/inputs/any.h"
#include "labs/lab5-production/include/train_metrics.h"
#include "labs/lab5-production/monitor_operations.h"
#include "labs/lab5-production/tests/event_file.h"
#include "labs/lab5-production/tests/prometheus_text.h"

namespace gridmark::lab5 {

using channel::holds;
using inputs::any_between;
using inputs::any_values;

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double begin_time = 1700000000;  ///< start time of all scripts, in Clock's seconds

/// Equal, or both NaN.
inline bool same(double one, double other) { return one == other || (std::isnan(one) && std::isnan(other)); }

/// A GPU in a script.
struct ScriptedGpu {
  int gpu = 0;
  std::string name = "NVIDIA H200", uuid = "GPU-8f2c1d3e-0000-4000-8000-00000000a5f0";
  double busy = 0.5, used = 1e9, total = 141e9, temperature = 40, power = 250;
};

/// Calls of one monitor, in order.
class MonitorScript {
 public:
  MonitorScript& log(double time, std::int64_t step, const TrainMetrics& metrics,
                     const std::vector<ScriptedGpu>& gpus) {
    add(gpus);
    calls_.push_back({GivenCall::Action::log, time, step, metrics.steps, metrics.loss, metrics.accuracy,
                      metrics.learning_rate, metrics.samples_per_second});
    return *this;
  }
  MonitorScript& evaluate(double time, const std::vector<ScriptedGpu>& gpus) {
    add(gpus);
    calls_.push_back({.action = GivenCall::Action::evaluate, .time = time});
    return *this;
  }
  MonitorScript& restart(double time) {
    calls_.push_back({.action = GivenCall::Action::restart, .time = time});
    return *this;
  }
  MonitorScript& rule(const std::string& name, const std::string& metric, const GivenRule& limits) {
    rules_.push_back(limits);
    rules_.back().name = index_of(name);
    rules_.back().metric = index_of(metric);
    return *this;
  }

  Monitor operation(Monitor::About about) const {
    Monitor op{.about = about,
               .strings = joined(strings_),
               .calls = channel::In<GivenCall>(calls_),
               .gpus = channel::In<GivenGpu>(gpus_),
               .rules = channel::In<GivenRule>(rules_)};
    op.samples = channel::Out<int>(calls_.size());
    if (about == Monitor::About::evaluate) {
      op.changes = channel::Out<SeenChange>(16 + 4 * calls_.size());
    } else {
      op.texts = channel::Out<char>(calls_.size() * Monitor::text_bytes);
      op.sizes = channel::Out<std::int64_t>(calls_.size());
    }
    return op;
  }

 private:
  void add(const std::vector<ScriptedGpu>& gpus) {
    for (const ScriptedGpu& one : gpus)
      gpus_.push_back({static_cast<int>(calls_.size()), one.gpu, index_of(one.name), index_of(one.uuid), one.busy,
                       one.used, one.total, one.temperature, one.power});
  }
  int index_of(const std::string& text) {
    const auto found = std::find(strings_.begin(), strings_.end(), text);
    if (found != strings_.end()) return static_cast<int>(found - strings_.begin());
    strings_.push_back(text);
    return static_cast<int>(strings_.size()) - 1;
  }

  std::vector<std::string> strings_;
  std::vector<GivenCall> calls_;
  std::vector<GivenGpu> gpus_;
  std::vector<GivenRule> rules_;
};

/// Runs one worker with the checker's disk.
template <class Operation>
struct OnDisk {
  std::vector<Operation> ops;
  testing::AssertionResult verdict = testing::AssertionSuccess();
  Operation& op() { return ops[0]; }
};

template <class Operation>
OnDisk<Operation> ask_with_disk(const Operation& operation, disk::JournalDisk& disk) {
  OnDisk<Operation> run{{operation}};
  const channel::SharedDisk shared{disk};
  run.verdict = channel::ask_ranks(run.ops, {}, &shared).verdict;
  return run;
}

/// The text of prometheus() after a call, or "" if it is longer than the array, or its size is invalid.
inline std::string text_of(const Monitor& op, std::size_t call) {
  const std::int64_t size = op.sizes.values()[call];
  if (size < 0 || size > static_cast<std::int64_t>(Monitor::text_bytes)) return "";
  const auto begin = op.texts.values().begin() + static_cast<std::ptrdiff_t>(call * Monitor::text_bytes);
  return {begin, begin + size};
}

/// The event files of a disk, sorted by name.
inline std::vector<std::pair<std::string, std::string>> event_files(const disk::Contents& files) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const auto& [name, bytes] : files)
    if (name.starts_with("events.out.tfevents.")) found.emplace_back(name, bytes);
  return found;
}

}  // namespace gridmark::lab5
