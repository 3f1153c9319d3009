#pragma once
// Curves, metrics and alerts of a training, for other people to watch. You implement this in monitor.cpp.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "labkit/disk/disk.h"
#include "labkit/services/services.h"
#include "train_metrics.h"

/// Writes scalars into a file that TensorBoard reads.
///
/// name    events.out.tfevents.<seconds>.<rest>: the seconds of `wall_time` without fraction, in ten digits, and any
///         <rest>. An existing file must not change: a restart writes another file, even within the same second.
/// file    records, one after the other, little-endian:
///           8 bytes  length of the data
///           4 bytes  masked CRC-32C of the 8 bytes before
///           data     an Event
///           4 bytes  masked CRC-32C of the data
///         masked: the CRC rotated right by 15 bits, plus 0xa282ead8. The CRC-32C of "123456789" is e3069283.
/// Event   a Protocol Buffers message:
///           1  wall_time     double
///           2  step          int64, as a varint. 0 may be left out, a negative step takes ten bytes.
///           3  file_version  string: "brain.Event:2" in the first Event of a file, which has no step and no summary
///           5  summary       message { 1 value: message { 1 tag: string, 2 simple_value: float } }, one for each scalar
/// crash   After flush() returns, all scalars before it survive a crash. Later records may be torn, and readers stop
///         at the first incomplete record.
/// errors  Do not catch a DiskError.
/// source  protobuf.dev, Encoding, and RFC 3720, B.4 (CRC-32C)
class EventWriter {
 public:
  /// disk       must outlive the writer. The writer changes no other file on it.
  /// wall_time  seconds since 1970-01-01 00:00 UTC, at least 1e9, for the file name and the first Event
  EventWriter(gridmark::disk::Disk& disk, double wall_time);
  ~EventWriter();

  /// tag    name of the curve, UTF-8
  /// step   any number. A step may be repeated.
  /// value  any number, including NaN and infinities
  void scalar(const std::string& tag, std::int64_t step, float value, double wall_time);
  /// Returns when all scalars so far, and the name of the file, are safe on the disk.
  void flush();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A rule that defines when a metric is bad enough to alert a person.
struct AlertRule {
  enum class Side { above, below };
  std::string name = {};
  std::string metric = {};   ///< one of the ten families of GPUMonitor
  Side side = Side::above;   ///< the bad side of the limit. NaN is bad on both sides.
  double limit = 0;          ///< a value equal to it is good
  double clear_limit = 0;    ///< used while the alert fires: a value that equals it, or is on its good side, is well.
                             ///< It equals `limit` or is on the good side of `limit`.
  double for_seconds = 0;    ///< the value must be bad for this long before the alert fires
  double keep_seconds = 0;   ///< the value must be well for this long before the alert ends
};

enum class AlertState { inactive, pending, firing };

/// A change of the state of an alert.
struct AlertChange {
  std::string rule = {};
  int gpu = -1;  ///< -1: the metric belongs to the training
  AlertState state = AlertState::inactive;
};

/// Publishes the metrics of a training and its GPUs.
///
///   family                    type     unit         from
///   train_loss                gauge                 the last report
///   train_accuracy            gauge    0 to 1       the last report
///   learning_rate             gauge                 the last report
///   samples_per_second        gauge    1/s          the last report
///   steps_total               counter  steps        the last report: TrainMetrics::steps, over all restarts
///   gpu_busy_ratio            gauge    0 to 1       the source, at the last report. So are the next four
///   gpu_memory_used_bytes     gauge    bytes
///   gpu_memory_total_bytes    gauge    bytes
///   gpu_temperature_celsius   gauge    degrees
///   gpu_power_watts           gauge    watts
///
/// threads  only one thread at a time may use it
class GPUMonitor {
 public:
  /// events  also gets each report. May be nullptr. Source and events must outlive the monitor.
  GPUMonitor(gridmark::services::MetricSource& source, EventWriter* events, std::vector<AlertRule> rules);
  ~GPUMonitor();

  /// Stores a report and one sample of the source. They replace the earlier ones.
  ///
  /// events  gets a scalar for each value of the report and of the sample, including NaN, with the time of the
  ///         sample. Then it is flushed. The tags are "train_loss", ..., and "gpu_busy_ratio/gpu0", ... for each GPU
  ///         of the sample.
  void log_metrics(std::int64_t step, const TrainMetrics& metrics);

  /// The last report and its sample in the Prometheus text format 0.0.4.
  ///
  /// lines    Each line ends with LF. Each family has one HELP line, one TYPE line, and then all its samples. No
  ///          sample appears twice. Before the first report there are no samples.
  /// labels   The gpu_ families have gpu="0", name="NVIDIA H200", uuid="GPU-...". Names from the source are UTF-8. In
  ///          the value of a label, a backslash, a quote and a line feed are written as \\, \" and \n.
  /// values   Each value must be read back as the same double. Write NaN, +Inf and -Inf like this. The decimal point
  ///          must be a point, whatever std::locale the program uses.
  /// GPUs     Each GPU of the sample appears once in each gpu_ family. A GPU that did not answer does not appear.
  /// source   prometheus.io, Exposition formats
  std::string prometheus() const;

  /// Takes one sample of the source and updates all alerts. There is one alert for each rule and GPU. A rule on the
  /// training has one alert, which uses the last report.
  ///
  ///   inactive  A bad value makes it pending. If for_seconds is 0, a bad value makes it firing at once.
  ///   pending   A good value makes it inactive. A bad value makes it firing if it has been pending for at least
  ///             for_seconds.
  ///   firing    It becomes inactive when the value has been well at every evaluation for at least keep_seconds. With
  ///             0, the first value that is well is enough. A value between the limits is not well, but it starts no
  ///             new alert.
  ///
  /// A missing value (a GPU that did not answer, no report yet) changes no alert, but the time without a value counts
  /// towards for_seconds and keep_seconds.
  ///
  /// now      seconds, which increase from call to call by any amount
  /// returns  the alerts whose state has changed, in any order
  /// source   prometheus.io, Alerting rules: `for` and `keep_firing_for`
  std::vector<AlertChange> evaluate(double now);

 private:
  struct State;
  std::unique_ptr<State> state_;
};
