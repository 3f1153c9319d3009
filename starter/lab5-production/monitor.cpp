// Lab 5: curves, metrics and alerts.
// Read monitor.h first: it holds the contract.
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
// 1. Events, as bytes.

// TODO: a record of its data: length, masked CRC-32C of the length, data, masked CRC-32C of the data.
static std::string record_of(const std::string&) { return ""; }

// TODO: an Event with a scalar, and the first Event of a file. A varint has seven bits in each byte, the lowest
// first, and the top bit says that another byte follows.
static std::string scalar_event(const std::string&, std::int64_t, float, double) { return ""; }
static std::string first_event(double) { return ""; }

// ----------------------------------------------------------------------------------------------------
// 2. The file.

// TODO: an open file of a name that the disk does not have yet, and the records that are still to be written.
struct EventWriter::State {};

EventWriter::EventWriter(Disk&, double) {}
EventWriter::~EventWriter() = default;
void EventWriter::scalar(const std::string& tag, std::int64_t step, float value, double wall_time) {
  record_of(scalar_event(tag, step, value, wall_time));
}
void EventWriter::flush() { record_of(first_event(0)); }

// ----------------------------------------------------------------------------------------------------
// 3. The families.

// TODO: the ten families of monitor.h, once: name, type, help, and how a value comes from a report or a GPU.

// TODO: the source, the events, the rules, the last report with its sample, and where each alert stands.
struct GPUMonitor::State {};

GPUMonitor::GPUMonitor(MetricSource&, EventWriter*, std::vector<AlertRule>) {}

GPUMonitor::~GPUMonitor() = default;

// ----------------------------------------------------------------------------------------------------
// 4. Reports.

// TODO: one sample, kept with the report; a scalar for each value, and a flush.
void GPUMonitor::log_metrics(std::int64_t, const TrainMetrics&) {}

// ----------------------------------------------------------------------------------------------------
// 5. Prometheus.

// TODO: the text of the last report.
std::string GPUMonitor::prometheus() const { return ""; }

// ----------------------------------------------------------------------------------------------------
// 6. Alerts.

// TODO: the states of monitor.h, for each rule and each GPU apart.
std::vector<AlertChange> GPUMonitor::evaluate(double) { return {}; }
