// Lab 3: how well a training scales.
// Read scaling_analysis.h first. It contains the contract.
#include "scaling_analysis.h"

#include <algorithm>
#include <utility>

// ----------------------------------------------------------------------------------------------------
// 1. The model of the ring.

// BEGIN SOLUTION ring_seconds
//: // TODO: how many messages does each rank send, one after the other, and how long does each message take?
//: double ring_seconds(int, double, double, double) { return 0; }
double ring_seconds(int world, double bytes, double alpha, double bytes_per_second) {
  const int steps = 2 * (world - 1);
  return steps * (alpha + bytes / world / bytes_per_second);
}
// END SOLUTION ring_seconds

// ----------------------------------------------------------------------------------------------------
// 2. The analysis of a trace.

// BEGIN SOLUTION analyse
//: // TODO: compute rows per second, speedup, efficiency, exposed share and bottleneck as the header defines them.
//: ScalingPoint analyse(const StepTrace&, const StepTrace&) { return {}; }
static double seconds(const Span& span) { return span.end - span.begin; }

/// Seconds in which at least one of the spans runs.
static double covered(std::vector<Span> spans) {
  std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
  double sum = 0, until = spans.empty() ? 0 : spans.front().begin;
  for (const Span& span : spans) {
    sum += std::max(0.0, span.end - std::max(span.begin, until));
    until = std::max(until, span.end);
  }
  return sum;
}

/// Returns the seconds with a transfer, and those of them in which the device does not compute.
static std::pair<double, double> communication(const StepTrace& trace) {
  std::vector<Span> transfers;
  for (const Transfer& transfer : trace.transfers) transfers.push_back({transfer.begin, transfer.end});
  std::vector<Span> all = trace.computing;
  all.insert(all.end(), transfers.begin(), transfers.end());
  return {covered(transfers), covered(all) - covered(trace.computing)};
}

static Bottleneck bottleneck_of(const StepTrace& trace, double exposed) {
  if (exposed < 0.1 * seconds(trace.step)) return Bottleneck::computation;
  double latency = 0, bandwidth = 0, waiting = 0;
  for (const Transfer& transfer : trace.transfers) {
    const double messages = ring_seconds(trace.world, 0, trace.alpha, trace.bytes_per_second);
    const double bytes = ring_seconds(trace.world, transfer.bytes, 0, trace.bytes_per_second);
    latency += messages;
    bandwidth += bytes;
    waiting += transfer.end - transfer.begin - messages - bytes;
  }
  if (waiting > std::max(latency, bandwidth)) return Bottleneck::waiting;
  return latency > bandwidth ? Bottleneck::latency : Bottleneck::bandwidth;
}

ScalingPoint analyse(const StepTrace& step, const StepTrace& one_rank) {
  const auto [communicating, exposed] = communication(step);
  ScalingPoint point;
  point.rows_per_second = static_cast<double>(step.rows) / seconds(step.step);
  point.speedup = point.rows_per_second / (static_cast<double>(one_rank.rows) / seconds(one_rank.step));
  point.efficiency = point.speedup / step.world;
  point.exposed_share = communicating > 0 ? exposed / communicating : 0;
  point.bottleneck = bottleneck_of(step, exposed);
  return point;
}
// END SOLUTION analyse
