#pragma once
// What others see of a training: its curves, its metrics and its alerts. Your monitor.cpp makes it work.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "labkit/disk/disk.h"
#include "labkit/services/services.h"
#include "train_metrics.h"

/// Writes scalars into a file that TensorBoard reads.
///
/// name    events.out.tfevents.<seconds>.<rest>: the whole seconds of `wall_time` in ten digits, and any <rest>. A
///         file of that name stays as it is: a restart writes another one, also within the same second.
/// file    records, one after the other, little-endian:
///           8 bytes  length of the data
///           4 bytes  masked CRC-32C of the 8 bytes before
///           data     an Event
///           4 bytes  masked CRC-32C of the data
///         masked: the CRC rotated right by 15 bits, plus 0xa282ead8. The CRC-32C of "123456789" is e3069283.
/// Event   a message of Protocol Buffers:
///           1  wall_time     double
///           2  step          int64, as a varint; 0 may be left out, a negative one takes ten bytes
///           3  file_version  string: "brain.Event:2" in the first Event of a file, which has no step and no summary
///           5  summary       message { 1 value: message { 1 tag: string, 2 simple_value: float } }, one for each scalar
/// crash   what flush() has returned for survives at any moment. What was written later may be torn: readers stop at
///         the first record that is not whole.
/// errors  DiskError passes through
/// source  protobuf.dev, Encoding; RFC 3720, B.4 (CRC-32C)
class EventWriter {
 public:
  /// disk       outlives the writer, which changes no other file of it
  /// wall_time  seconds since 1970-01-01 00:00 UTC, at least 1e9: of the file's name and of its first Event
  EventWriter(gridmark::disk::Disk& disk, double wall_time);
  ~EventWriter();

  /// tag    the curve's name, UTF-8
  /// step   any; the same one may come again
  /// value  any, NaN and infinities as well
  void scalar(const std::string& tag, std::int64_t step, float value, double wall_time);
  /// Returns when all scalars so far are safe on the disk, and the file's name is.
  void flush();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// When a metric is so bad that a person must know.
struct AlertRule {
  enum class Side { above, below };
  std::string name = {};
  std::string metric = {};   ///< one of the ten families of GPUMonitor
  Side side = Side::above;   ///< bad: above the limit, or below it; NaN is bad on both sides
  double limit = 0;          ///< a value that is equal to it is good
  double clear_limit = 0;    ///< of an alert that fires: below it (above) or above it (below), or equal to it, the
                             ///< value is well again. It is `limit`, or a value on the good side of it.
  double for_seconds = 0;    ///< that the value must be bad before the alert fires
  double keep_seconds = 0;   ///< that the value must be well before the alert ends
};

enum class AlertState { inactive, pending, firing };

/// An alert has come into another state.
struct AlertChange {
  std::string rule = {};
  int gpu = -1;  ///< -1: the metric is one of the training
  AlertState state = AlertState::inactive;
};

/// Passes on how a training and its GPUs are.
///
///   family                    type     unit         from
///   train_loss                gauge                 the last report
///   train_accuracy            gauge    0 to 1       the last report
///   learning_rate             gauge                 the last report
///   samples_per_second        gauge    1/s          the last report
///   steps_total               counter  steps        the last report: TrainMetrics::steps, over all restarts
///   gpu_busy_ratio            gauge    0 to 1       the source, at the last report; so are the next four
///   gpu_memory_used_bytes     gauge    bytes
///   gpu_memory_total_bytes    gauge    bytes
///   gpu_temperature_celsius   gauge    degrees
///   gpu_power_watts           gauge    watts
///
/// threads  one at a time
class GPUMonitor {
 public:
  /// events  where each report goes, too; nullptr: nowhere. Source and events outlive the monitor.
  GPUMonitor(gridmark::services::MetricSource& source, EventWriter* events, std::vector<AlertRule> rules);
  ~GPUMonitor();

  /// Takes a report, and one sample of the source, in place of those before.
  ///
  /// events  gets a scalar for each value of the report and of the sample, NaN as well, with the sample's time, and is
  ///         flushed. The tags are "train_loss", ..., and for each GPU of the sample "gpu_busy_ratio/gpu0", ...
  void log_metrics(std::int64_t step, const TrainMetrics& metrics);

  /// The last report and its sample as Prometheus reads them, text format 0.0.4.
  ///
  /// lines    each ends with LF. Each family has one HELP line and one TYPE line, and then its samples, once and
  ///          together. Before the first report there are no samples.
  /// labels   of the gpu_ families: gpu="0", name="NVIDIA H200", uuid="GPU-...". The source's names are UTF-8. In a
  ///          label's value a backslash, a quote and a line feed are written as \\, \" and \n.
  /// values   are read back as the same double; NaN, +Inf and -Inf are written so. A decimal point is a point,
  ///          whatever std::locale the program has chosen.
  /// GPUs     that the sample has, each once; a GPU that did not answer has no samples
  /// source   prometheus.io, Exposition formats
  std::string prometheus() const;

  /// Takes one sample of the source, and brings all alerts up to date. There is one alert for each rule and GPU, and
  /// one for each rule on the training, which looks at the last report.
  ///
  ///   inactive  a bad value makes it pending, or firing at once where for_seconds is 0
  ///   pending   a good value makes it inactive. A bad one makes it firing if it has been pending for at least
  ///             for_seconds.
  ///   firing    becomes inactive once the value has been well at each evaluation over at least keep_seconds: with 0 at
  ///             the first such value. A value between the two limits is neither well nor a new alert.
  ///
  /// A value that is missing (a GPU that did not answer, no report yet) changes nothing, and time goes on.
  ///
  /// now      seconds; it grows from call to call, by any amount
  /// returns  the alerts whose state is another one now, in any order
  /// source   prometheus.io, Alerting rules: `for` and `keep_firing_for`
  std::vector<AlertChange> evaluate(double now);

 private:
  struct State;
  std::unique_ptr<State> state_;
};
