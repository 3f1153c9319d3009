// Lab 5: curves, metrics and alerts.
// Read monitor.h first. It holds the contract.
#include "monitor.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

using gridmark::disk::Disk;
using gridmark::services::DeviceMetrics;
using gridmark::services::MetricSample;
using gridmark::services::MetricSource;

// ----------------------------------------------------------------------------------------------------
// 1. The bytes of events.

// BEGIN SOLUTION bytes
//: // TODO: make a record: length, masked CRC-32C of the length, data, masked CRC-32C of the data.
//: static std::string record_of(const std::string&) { return ""; }
//:
//: // TODO: make an Event with a scalar, and the first Event of a file. A varint has seven bits in each byte, the
//: // lowest first. The top bit is set if another byte follows.
//: static std::string scalar_event(const std::string&, std::int64_t, float, double) { return ""; }
//: static std::string first_event(double) { return ""; }
/// Takes a byte at a time, bit by bit, with the reflected polynomial.
static std::uint32_t crc32c(const std::string& bytes) {
  std::uint32_t crc = ~0u;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78u : 0u);
  }
  return ~crc;
}

static std::uint32_t masked_crc(const std::string& bytes) {
  const std::uint32_t crc = crc32c(bytes);
  return (crc >> 15 | crc << 17) + 0xa282ead8u;
}

template <class T>
static std::string raw(const T& value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

static std::string record_of(const std::string& data) {
  const std::string length = raw<std::uint64_t>(data.size());
  return length + raw(masked_crc(length)) + data + raw(masked_crc(data));
}

static std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 128; value >>= 7) bytes += static_cast<char>(value | 128);
  return bytes + static_cast<char>(value);
}

/// The wire type of a field. key() joins it with the number of the field.
enum class Wire { varint = 0, eight_bytes = 1, length_and_bytes = 2, four_bytes = 5 };
static std::string key(int field, Wire wire) {
  return varint(static_cast<std::uint64_t>(field << 3 | static_cast<int>(wire)));
}

static std::string text_field(int field, const std::string& bytes) {
  return key(field, Wire::length_and_bytes) + varint(bytes.size()) + bytes;
}

static std::string scalar_event(const std::string& tag, std::int64_t step, float value, double wall_time) {
  const std::string one = text_field(1, tag) + key(2, Wire::four_bytes) + raw(value);
  return key(1, Wire::eight_bytes) + raw(wall_time) + key(2, Wire::varint) +
         varint(static_cast<std::uint64_t>(step)) + text_field(5, text_field(1, one));
}

static std::string first_event(double wall_time) {
  return key(1, Wire::eight_bytes) + raw(wall_time) + text_field(3, "brain.Event:2");
}
// END SOLUTION bytes

// ----------------------------------------------------------------------------------------------------
// 2. The file.

// BEGIN SOLUTION writer
//: // TODO: create a file with a name that the disk does not have yet. Keep the records that are not written yet.
//: struct EventWriter::State {};
//:
//: EventWriter::EventWriter(Disk&, double) {}
//: EventWriter::~EventWriter() = default;
//: void EventWriter::scalar(const std::string& tag, std::int64_t step, float value, double wall_time) {
//:   record_of(scalar_event(tag, step, value, wall_time));
//: }
//: void EventWriter::flush() { record_of(first_event(0)); }
struct EventWriter::State {
  Disk& disk;
  int file;
  std::string unwritten;
};

/// A name that no file has yet. Names of the same second sort in the order of their creation.
static std::string new_name(const Disk& disk, double wall_time) {
  const std::vector<std::string> names = disk.list();
  const std::string seconds = std::to_string(static_cast<std::int64_t>(std::floor(wall_time)));
  for (int i = 1000;; ++i) {
    std::string name = "events.out.tfevents." + seconds + ".gridmark." + std::to_string(i);
    if (std::find(names.begin(), names.end(), name) == names.end()) return name;
  }
}

EventWriter::EventWriter(Disk& disk, double wall_time)
    : state_(new State{disk, disk.create(new_name(disk, wall_time)), record_of(first_event(wall_time))}) {}

EventWriter::~EventWriter() {
  try {
    flush();
    state_->disk.close(state_->file);
  } catch (const gridmark::disk::DiskError&) {
    // A destructor must not throw. flush() reports the error.
  }
}

void EventWriter::scalar(const std::string& tag, std::int64_t step, float value, double wall_time) {
  state_->unwritten += record_of(scalar_event(tag, step, value, wall_time));
}

void EventWriter::flush() {
  state_->disk.write(state_->file, state_->unwritten.data(), state_->unwritten.size());
  state_->unwritten.clear();
  state_->disk.fsync(state_->file);
  state_->disk.fsync_folder();
}
// END SOLUTION writer

// ----------------------------------------------------------------------------------------------------
// 3. The families.

// BEGIN SOLUTION families
//: // TODO: one table of the ten families of monitor.h: name, type, help, and the value from a report or a GPU.
struct Family {
  const char* name;
  const char* type;
  const char* help;
  double (*of_training)(const TrainMetrics&);  ///< nullptr: a family of the GPUs
  double (*of_gpu)(const DeviceMetrics&);
};

static const Family families[] = {
    {"train_loss", "gauge", "Mean loss over the rows since the last report.",
     [](const TrainMetrics& m) { return m.loss; }, nullptr},
    {"train_accuracy", "gauge", "Accuracy over the same rows, 0 to 1.",
     [](const TrainMetrics& m) { return m.accuracy; }, nullptr},
    {"learning_rate", "gauge", "Learning rate of the last optimizer step.",
     [](const TrainMetrics& m) { return m.learning_rate; }, nullptr},
    {"samples_per_second", "gauge", "Rows trained per second.",
     [](const TrainMetrics& m) { return m.samples_per_second; }, nullptr},
    {"steps_total", "counter", "Optimizer steps made, over all restarts.",
     [](const TrainMetrics& m) { return static_cast<double>(m.steps); }, nullptr},
    {"gpu_busy_ratio", "gauge", "Part of the last sample period in which a kernel ran.", nullptr,
     [](const DeviceMetrics& d) { return d.busy_ratio; }},
    {"gpu_memory_used_bytes", "gauge", "Device memory in use.", nullptr,
     [](const DeviceMetrics& d) { return d.memory_used_bytes; }},
    {"gpu_memory_total_bytes", "gauge", "Device memory there is.", nullptr,
     [](const DeviceMetrics& d) { return d.memory_total_bytes; }},
    {"gpu_temperature_celsius", "gauge", "Temperature of the chip.", nullptr,
     [](const DeviceMetrics& d) { return d.temperature_celsius; }},
    {"gpu_power_watts", "gauge", "Power that the GPU draws.", nullptr,
     [](const DeviceMetrics& d) { return d.power_watts; }}};
// END SOLUTION families

// BEGIN SOLUTION state
//: // TODO: keep the source, the events, the rules, the last report with its sample, and the state of each alert.
//: struct GPUMonitor::State {};
//:
//: GPUMonitor::GPUMonitor(MetricSource&, EventWriter*, std::vector<AlertRule>) {}
/// One alert of one GPU, or of the training.
struct Alert {
  AlertState state = AlertState::inactive;
  double since = 0;                       ///< pending: since this time
  std::optional<double> well_since = {};  ///< firing: the value has been well since this time
};

struct GPUMonitor::State {
  MetricSource& source;
  EventWriter* events;
  std::vector<AlertRule> rules;
  std::optional<TrainMetrics> report = {};
  MetricSample sample = {};
  std::map<std::pair<std::size_t, int>, Alert> alerts = {};  ///< by rule and GPU
};

GPUMonitor::GPUMonitor(MetricSource& source, EventWriter* events, std::vector<AlertRule> rules)
    : state_(new State{source, events, std::move(rules)}) {}
// END SOLUTION state

GPUMonitor::~GPUMonitor() = default;

// ----------------------------------------------------------------------------------------------------
// 4. Reports.

// BEGIN SOLUTION log
//: // TODO: take one sample and keep it with the report. Write a scalar for each value, then flush.
//: void GPUMonitor::log_metrics(std::int64_t, const TrainMetrics&) {}
static void write_events(EventWriter& events, std::int64_t step, const TrainMetrics& report,
                         const MetricSample& sample) {
  for (const Family& family : families) {
    if (family.of_training)
      events.scalar(family.name, step, static_cast<float>(family.of_training(report)), sample.time);
    else
      for (const DeviceMetrics& device : sample.devices)
        events.scalar(std::string(family.name) + "/gpu" + std::to_string(device.gpu), step,
                      static_cast<float>(family.of_gpu(device)), sample.time);
  }
  events.flush();
}

void GPUMonitor::log_metrics(std::int64_t step, const TrainMetrics& metrics) {
  state_->report = metrics;
  state_->sample = state_->source.sample();
  if (state_->events) write_events(*state_->events, step, metrics, state_->sample);
}
// END SOLUTION log

// ----------------------------------------------------------------------------------------------------
// 5. Prometheus.

// BEGIN SOLUTION prometheus
//: // TODO: write the text of the last report.
//: std::string GPUMonitor::prometheus() const { return ""; }
/// std::to_chars ignores the locale, and writes the fewest digits that are read back as the same number.
static std::string number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  std::array<char, 32> digits;
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr};
}

static std::string label(const char* name, const std::string& value) {
  std::string text = std::string(name) + "=\"";
  for (const char c : value) {
    if (c == '\n')
      text += "\\n";
    else if (c == '\\' || c == '"')
      text += {'\\', c};
    else
      text += c;
  }
  return text + "\"";
}

static std::string labels_of(const DeviceMetrics& device) {
  return "{" + label("gpu", std::to_string(device.gpu)) + "," + label("name", device.name) + "," +
         label("uuid", device.uuid) + "}";
}

std::string GPUMonitor::prometheus() const {
  std::string text;
  for (const Family& family : families) {
    const std::string name = family.name;
    text += "# HELP " + name + " " + family.help + "\n# TYPE " + name + " " + family.type + "\n";
    if (!state_->report) continue;
    if (family.of_training)
      text += name + " " + number(family.of_training(*state_->report)) + "\n";
    else
      for (const DeviceMetrics& device : state_->sample.devices)
        text += name + labels_of(device) + " " + number(family.of_gpu(device)) + "\n";
  }
  return text;
}
// END SOLUTION prometheus

// ----------------------------------------------------------------------------------------------------
// 6. Alerts.

// BEGIN SOLUTION alerts
//: // TODO: update the states of monitor.h, separately for each rule and each GPU.
//: std::vector<AlertChange> GPUMonitor::evaluate(double) { return {}; }
/// The values that a rule uses: one for each GPU, or one of the training (-1).
static std::vector<std::pair<int, double>> values_of(const AlertRule& rule, const std::optional<TrainMetrics>& report,
                                                     const MetricSample& sample) {
  std::vector<std::pair<int, double>> values;
  for (const Family& family : families) {
    if (rule.metric != family.name) continue;
    if (family.of_gpu)
      for (const DeviceMetrics& device : sample.devices) values.emplace_back(device.gpu, family.of_gpu(device));
    else if (report)
      values.emplace_back(-1, family.of_training(*report));
  }
  return values;
}

/// Whether the value is not on the bad side of `limit`. NaN is bad.
static bool is_good(const AlertRule& rule, double value, double limit) {
  return rule.side == AlertRule::Side::above ? value <= limit : value >= limit;
}

static void start(Alert& alert, const AlertRule& rule, double now) {
  alert = {rule.for_seconds > 0 ? AlertState::pending : AlertState::firing, now};
}

static void keep_or_end(Alert& alert, const AlertRule& rule, double value, double now) {
  if (!is_good(rule, value, rule.clear_limit)) {
    alert.well_since.reset();
    return;
  }
  if (!alert.well_since) alert.well_since = now;
  if (now - *alert.well_since >= rule.keep_seconds) alert = {};
}

static void advance(Alert& alert, const AlertRule& rule, double value, double now) {
  const bool good = is_good(rule, value, rule.limit);
  if (alert.state == AlertState::firing)
    keep_or_end(alert, rule, value, now);
  else if (good)
    alert = {};
  else if (alert.state == AlertState::inactive)
    start(alert, rule, now);
  else if (now - alert.since >= rule.for_seconds)
    alert.state = AlertState::firing;
}

std::vector<AlertChange> GPUMonitor::evaluate(double now) {
  const MetricSample sample = state_->source.sample();
  std::vector<AlertChange> changes;
  for (std::size_t i = 0; i < state_->rules.size(); ++i) {
    const AlertRule& rule = state_->rules[i];
    for (const auto& [gpu, value] : values_of(rule, state_->report, sample)) {
      Alert& alert = state_->alerts[{i, gpu}];
      const AlertState before = alert.state;
      advance(alert, rule, value, now);
      if (alert.state != before) changes.push_back({rule.name, gpu, alert.state});
    }
  }
  return changes;
}
// END SOLUTION alerts
