#pragma once
// Writes events, reports and evaluates: a part of adaptor.cu.
#include <algorithm>
#include <cstring>
#include <locale>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "labkit/channel/device_array.h"
#include "labkit/channel/worker.h"
#include "labkit/comm/comm.h"
#include "labkit/disk/remote_disk.h"
#include "labkit/services/scripted_source.h"
#include "labs/lab5-production/include/monitor.h"
#include "labs/lab5-production/monitor_operations.h"

namespace gridmark::lab5 {

inline std::vector<std::string> apart(const std::string& text) {
  std::vector<std::string> all;
  for (std::size_t at = 0, end; (end = text.find('\0', at)) != std::string::npos; at = end + 1)
    all.push_back(text.substr(at, end - at));
  return all;
}

GRIDMARK_OPERATION(WriteEvents, op) {
  const comm::Comm comm(op.network.take(), op.rank, op.world);
  disk::RemoteDisk disk(op.disk.take());
  const std::vector<std::string> tags = apart(op.tags);
  int errors = 0;
  const channel::Status status = channel::graded([&] {
    try {
      EventWriter writer(disk, op.wall_time);
      for (const GivenScalar& one : op.scalars.values()) {
        writer.scalar(tags.at(static_cast<std::size_t>(one.tag)), one.step, one.value, one.wall_time);
        if (!one.then_flush) continue;
        writer.flush();
        disk.returned();
      }
    } catch (const disk::DiskError&) {
      ++errors;
    }
    return cudaSuccess;
  });
  op.disk_errors.writable()[0] = errors;
  return status;
}

/// Numbers with a comma as decimal point: 1.234,5.
class CommaForPoint : public std::numpunct<char> {
 protected:
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

class MonitorRun {
 public:
  explicit MonitorRun(Monitor& op) : op_(op), strings_(apart(op.strings)) {
    for (const GivenRule& rule : op.rules.values())
      rules_.push_back({string(rule.name), string(rule.metric),
                        rule.below ? AlertRule::Side::below : AlertRule::Side::above, rule.limit, rule.clear_limit,
                        rule.for_seconds, rule.keep_seconds});
    const int descriptor = op.disk.take();
    if (descriptor >= 0) disk_ = std::make_unique<disk::RemoteDisk>(descriptor);
  }

  void start(double now) {
    monitor_.reset();
    writer_.reset();
    if (op_.writes_events) writer_ = std::make_unique<EventWriter>(*disk_, now);
    monitor_ = std::make_unique<GPUMonitor>(source_, writer_.get(), rules_);
  }

  void run() {
    for (std::size_t i = 0; i < op_.calls.size(); ++i) {
      const GivenCall& call = op_.calls.values()[i];
      source_.set(sample_of(static_cast<int>(i), call.time));
      const int taken = source_.taken();
      if (!monitor_ || call.action == GivenCall::Action::restart) start(call.time);
      if (call.action == GivenCall::Action::log) log(call);
      if (call.action == GivenCall::Action::evaluate) note(static_cast<int>(i), monitor_->evaluate(call.time));
      note_text(i, monitor_->prometheus());
      op_.samples.writable()[i] = source_.taken() - taken;
    }
    op_.changed.writable()[0] = changed_;
    monitor_.reset();
    writer_.reset();
  }

 private:
  void log(const GivenCall& call) {
    monitor_->log_metrics(call.step,
                          {call.loss, call.accuracy, call.learning_rate, call.samples_per_second, call.steps});
    if (disk_) disk_->returned();
  }

  const std::string& string(int index) const { return strings_.at(static_cast<std::size_t>(index)); }

  services::MetricSample sample_of(int call, double time) const {
    services::MetricSample sample{time, {}};
    for (const GivenGpu& one : op_.gpus.values())
      if (one.call == call)
        sample.devices.push_back(
            {one.gpu, string(one.name), string(one.uuid), one.busy, one.used, one.total, one.temperature, one.power});
    return sample;
  }

  void note_text(std::size_t call, const std::string& text) {
    if (op_.texts.size() == 0) return;
    op_.sizes.writable()[call] = static_cast<std::int64_t>(text.size());
    std::copy_n(text.begin(), std::min(text.size(), Monitor::text_bytes),
                op_.texts.writable().begin() + static_cast<std::ptrdiff_t>(call * Monitor::text_bytes));
  }

  void note(int call, const std::vector<AlertChange>& changes) {
    for (const AlertChange& change : changes) {
      const auto rule =
          std::find_if(rules_.begin(), rules_.end(), [&](const AlertRule& one) { return one.name == change.rule; });
      const auto at = static_cast<std::size_t>(changed_++);
      if (at < op_.changes.size())
        op_.changes.writable()[at] = {call, rule == rules_.end() ? -2 : static_cast<int>(rule - rules_.begin()),
                                      change.gpu, static_cast<int>(change.state)};
    }
  }

  Monitor& op_;
  std::vector<std::string> strings_;
  std::vector<AlertRule> rules_;
  services::ScriptedSource source_;
  std::unique_ptr<disk::RemoteDisk> disk_;
  std::unique_ptr<EventWriter> writer_;
  std::unique_ptr<GPUMonitor> monitor_;
  std::int64_t changed_ = 0;
};

GRIDMARK_OPERATION(Monitor, op) {
  const comm::Comm comm(op.network.take(), op.rank, op.world);
  MonitorRun run(op);
  const std::locale before;
  if (op.comma_for_point) std::locale::global(std::locale(before, new CommaForPoint));
  const channel::Status status = channel::graded([&] {
    run.run();
    return cudaSuccess;
  });
  std::locale::global(before);
  return status;
}

}  // namespace gridmark::lab5
