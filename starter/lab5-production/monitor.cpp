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

// TODO: make a record: length, masked CRC-32C of the length, data, masked CRC-32C of the data.
static std::string record_of(const std::string&) { return ""; }

// TODO: make an Event with a scalar, and the first Event of a file. A varint has seven bits in each byte, the
// lowest first. The top bit is set if another byte follows.
static std::string scalar_event(const std::string&, std::int64_t, float, double) { return ""; }
static std::string first_event(double) { return ""; }

// ----------------------------------------------------------------------------------------------------
// 2. The file.

// TODO: create a file with a name that the disk does not have yet. Keep the records that are not written yet.
struct EventWriter::State {};

EventWriter::EventWriter(Disk&, double) {}
EventWriter::~EventWriter() = default;
void EventWriter::scalar(const std::string& tag, std::int64_t step, float value, double wall_time) {
  record_of(scalar_event(tag, step, value, wall_time));
}
void EventWriter::flush() { record_of(first_event(0)); }

// ----------------------------------------------------------------------------------------------------
// 3. The families.

// TODO: one table of the ten families of monitor.h: name, type, help, and the value from a report or a GPU.

// TODO: keep the source, the events, the rules, the last report with its sample, and the state of each alert.
struct GPUMonitor::State {};

GPUMonitor::GPUMonitor(MetricSource&, EventWriter*, std::vector<AlertRule>) {}

GPUMonitor::~GPUMonitor() = default;

// ----------------------------------------------------------------------------------------------------
// 4. Reports.

// TODO: take one sample and keep it with the report. Write a scalar for each value, then flush.
void GPUMonitor::log_metrics(std::int64_t, const TrainMetrics&) {}

// ----------------------------------------------------------------------------------------------------
// 5. Prometheus.

// TODO: write the text of the last report.
std::string GPUMonitor::prometheus() const { return ""; }

// ----------------------------------------------------------------------------------------------------
// 6. Alerts.

// TODO: update the states of monitor.h, separately for each rule and each GPU.
std::vector<AlertChange> GPUMonitor::evaluate(double) { return {}; }
