#pragma once
// Operations that the checker of lab 5 can run in a submission's monitor.cpp.
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "labkit/channel/arrays.h"
#include "labkit/channel/link.h"

namespace gridmark::lab5 {

/// Joins strings into one. Each ends with NUL.
inline std::string joined(const std::vector<std::string>& all) {
  std::string text;
  for (const std::string& one : all) text += one + '\0';
  return text;
}

/// One scalar of an event file.
struct GivenScalar {
  int tag = 0;  ///< index in `tags`
  bool then_flush = false;
  std::int64_t step = 0;
  float value = 0;
  double wall_time = 0;
};

/// Writes scalars to one file.
struct WriteEvents {
  static constexpr std::string_view name = "write_events";
  int rank = 0, world = 1;
  channel::Link network = {}, disk = {};
  double wall_time = 0;
  std::string tags = {};
  channel::In<GivenScalar> scalars = {};
  channel::Out<int> disk_errors{1};  ///< 1: a call of the writer threw DiskError, and the rest was left out
  auto fields() { return std::tie(rank, world, network, disk, wall_time, tags, scalars, disk_errors); }
  std::string subject() const { return "EventWriter"; }
  std::string describe() const { return "EventWriter(" + std::to_string(scalars.size()) + " scalars)"; }
};

/// A GPU in the sample of one call.
struct GivenGpu {
  int call = 0, gpu = 0, name = 0, uuid = 0;  ///< name, uuid: index in `strings`
  double busy = 0, used = 0, total = 0, temperature = 0, power = 0;
};

struct GivenRule {
  int name = 0, metric = 0;  ///< indices in `strings`
  bool below = false;
  double limit = 0, clear_limit = 0, for_seconds = 0, keep_seconds = 0;
};

/// One call of a monitor, with a sample that is ready for it. `restart` makes a new writer and a new monitor.
struct GivenCall {
  enum class Action { log, evaluate, restart };
  Action action = Action::log;
  double time = 0;  ///< time of the sample, and `now`
  std::int64_t step = 0, steps = 0;
  double loss = 0, accuracy = 0, learning_rate = 0, samples_per_second = 0;
};

struct SeenChange {
  int call, rule, gpu, state;  ///< rule: -2 if no rule has that name
};

/// The calls of one or more monitors in sequence.
struct Monitor {
  static constexpr std::string_view name = "monitor";
  enum class About { prometheus, log_metrics, evaluate };
  static constexpr std::size_t text_bytes = 16384;  ///< for each call
  About about = About::prometheus;
  int rank = 0, world = 1;
  channel::Link network = {}, disk = {};
  bool writes_events = false;
  bool comma_for_point = false;  ///< std::locale writes a decimal comma, and points between thousands
  std::string strings = {};
  channel::In<GivenCall> calls = {};
  channel::In<GivenGpu> gpus = {};
  channel::In<GivenRule> rules = {};
  channel::Out<char> texts = {};          ///< [calls, text_bytes]: prometheus() after each call
  channel::Out<std::int64_t> sizes = {};  ///< [calls]
  channel::Out<int> samples = {};         ///< [calls]: samples that the call took
  channel::Out<SeenChange> changes = {};  ///< as many as fit
  channel::Out<std::int64_t> changed{1};  ///< their number
  auto fields() {
    return std::tie(about, rank, world, network, disk, writes_events, comma_for_point, strings, calls, gpus, rules,
                    texts, sizes, samples, changes, changed);
  }
  std::string subject() const {
    return about == About::prometheus ? "GPUMonitor::prometheus"
           : about == About::evaluate ? "GPUMonitor::evaluate"
                                      : "GPUMonitor::log_metrics";
  }
  std::string describe() const { return subject().substr(subject().rfind(':') + 1) + "()"; }
};

}  // namespace gridmark::lab5
