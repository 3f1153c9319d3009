#include "labs/lab1-gpu-basics/tests/timing_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace gridmark::lab1 {
namespace {

struct Interval {
  double begin = 0, end = 0;
};

OwnClock clock_of(const std::vector<Interval>& work, int first_timed, double last_read) {
  if (first_timed < 0 || work.size() <= static_cast<std::size_t>(first_timed))
    throw std::invalid_argument("fewer calls than iterations");
  OwnClock clock;
  std::vector<double> times;
  for (auto at = work.begin() + first_timed; at != work.end(); ++at) times.push_back(at->end - at->begin);
  clock.least = std::accumulate(times.begin(), times.end(), 0.0);
  const double ready = first_timed > 0 ? work[static_cast<std::size_t>(first_timed) - 1].end : 0;
  clock.most = last_read - ready;
  clock.with_warm_up = work.back().end - work.front().begin;
  const double mean = clock.least / static_cast<double>(times.size());
  double squares = 0;
  for (const double time : times) squares += (time - mean) * (time - mean);
  clock.cv = std::sqrt(squares / static_cast<double>(times.size())) / mean;
  return clock;
}

/// Inside the interval, with a tolerance for the cost of reading a clock.
bool lies_in(double ms, double least, double most) {
  constexpr double tolerated = 0.05, reading = 0.02;
  return ms >= (1 - tolerated) * least && ms <= (1 + tolerated) * most + reading;
}

std::optional<TimeVerdict> verdict_by(const OwnClock& clock, double mean, int iterations) {
  const double given = mean * iterations;
  const auto is = [&](double ms) { return lies_in(ms, clock.least, clock.most); };
  if (is(given)) return TimeVerdict::right;
  if (is(mean) && iterations > 1) return TimeVerdict::total;
  if (is(given * 1e3)) return TimeVerdict::seconds;
  if (is(given * 1e-3)) return TimeVerdict::microseconds;
  for (const double times : {given, mean * (iterations + 1)})
    if (lies_in(times, clock.with_warm_up, clock.with_warm_up)) return TimeVerdict::with_warm_up;
  return std::nullopt;
}

std::string many_launches(double count) {
  return count == 1 ? "1 launch was" : fmt::format("{} launches were", count);
}

/// Work that was still running although benchmark_matmul had to wait for it.
std::optional<Fault> waiting_fault(const Trace& trace) {
  const SeenRun& run = trace.run;
  const int first = trace.first_timed();
  if (const double late = first - trace.calls()[static_cast<std::size_t>(first)].finished_before; late > 0)
    return Fault{
        fmt::format(
            "began to time while {} still running: synchronise after the warm-up, before you start the clock",
            many_launches(late)),
        trace.lines.first_timed_call};
  if (const double late = run.calls - run.finished; late > 0)
    return Fault{fmt::format("stopped its clock while {} still running: synchronise before you read it (a "
                             "launch returns at once)",
                             many_launches(late)),
                 trace.lines.clock_stop};
  return std::nullopt;
}

/// The clock of `iterations` calls that end `extra` calls before the last one.
OwnClock clock_before(const Trace& trace, std::vector<Interval> work, int extra) {
  work.resize(work.size() - static_cast<std::size_t>(extra));
  const double end = work.back().end;
  return clock_of(work, trace.first_timed() - extra, end);
}

/// Each call has a different cost, so the returned time shows which calls were timed. These are earlier ones
/// than the last if more calls follow. The first call, a warm-up, is left out.
std::optional<Fault> extra_call_fault(const Trace& trace) {
  std::vector<Interval> device, host;
  for (const SeenCall& call : trace.calls()) {
    device.push_back({call.device_begin, call.device_end});
    host.push_back({call.host_begin, call.host_end});
  }
  for (int extra = 1; extra < trace.first_timed(); ++extra) {
    const auto is_timed = [&](const std::vector<Interval>& work) {
      return verdict_by(clock_before(trace, work, extra), trace.run.ms, trace.iterations) == TimeVerdict::right;
    };
    if (is_timed(device) || is_timed(host))
      return Fault{fmt::format("called the kernel {} after the {} timed calls, which must be the last ones: remove "
                               "all calls after them",
                               extra == 1 ? "once more" : fmt::format("{} times more", extra), trace.iterations),
                   trace.lines.last_call,
                   "",
                   extra == 1 ? repairs::Repair::remove_last_call : repairs::Repair::unknown};
  }
  return std::nullopt;
}

/// A time that does not match the calls, without any clock reading: a made-up number. A time that does match
/// may come from a clock that gridmark does not watch.
std::optional<Fault> no_clock_fault(const Trace& trace) {
  const SeenRun& run = trace.run;
  if (!trace.sees_clocks || (run.looks_before > 0 && run.looks_after > 0)) return std::nullopt;
  return Fault{fmt::format("gives ms = {:.4g}, but reads no clock {} its timed calls: take the time from "
                           "events or from std::chrono",
                           run.ms, run.looks_before > 0 ? "after" : "before"),
               trace.lines.first_timed_call};
}

std::optional<Fault> clock_fault(const Trace& trace) {
  const TimeVerdict verdict = judge_time(trace).verdict;
  if (verdict == TimeVerdict::right) return std::nullopt;
  if (auto fault = no_clock_fault(trace)) return fault;
  switch (verdict) {
    case TimeVerdict::with_warm_up:
      return Fault{"times its first call too: warm up and synchronise before you start the clock",
                   trace.lines.clock_start};
    case TimeVerdict::too_short:
      return Fault{
          fmt::format("gives {:.4g} ms for an iteration that took {:.4g} ms: its clock stopped before "
                      "the launches were done. Synchronise before you read it",
                      trace.run.ms, device_clock(trace).least / trace.iterations),
          trace.lines.clock_stop,
          "",
          repairs::Repair::synchronise};
    default:
      return std::nullopt;
  }
}

/// Whether the calls are the requested ones.
std::optional<Fault> call_fault(const Trace& trace) {
  const SeenRun& run = trace.run;
  const auto calls = trace.calls();
  const auto wrong_shape = std::find_if(calls.begin(), calls.end(),
                                        [](const SeenCall& call) { return call.shape_is_right != 1; });
  if (auto fault = enough_calls_fault(trace.iterations, run)) return fault;
  if (wrong_shape != calls.end())
    return Fault{fmt::format("called the kernel for another size than m = n = k = {}: each call must have these sizes, "
                             "also the one that warms up",
                             trace.n),
                 trace.lines.first_call,
                 "",
                 repairs::Repair::remove_trial};
  if (run.calls == trace.iterations)
    return Fault{
        fmt::format("called the kernel {} times for {} iterations, so it times the first call, which "
                    "takes longer than the others: call it once before, to warm up",
                    run.calls, trace.iterations),
        trace.lines.first_call,
        "",
        repairs::Repair::warm_up};
  return std::nullopt;
}

/// The reason for a negative time.
constexpr const char* swapped_events =
    "a time is negative where the two events are swapped: cudaEventElapsedTime(&ms, start, stop) takes the earlier one "
    "first";

/// Compares the speed with the run's own time.
std::optional<Fault> tflops_fault(int n, const SeenRun& run) {
  if (run.ms < 0)
    return Fault{fmt::format("gives ms = {:.4g}: {}", run.ms, swapped_events), {}, "", repairs::Repair::swap_events};
  if (!(run.ms > 0) || !std::isfinite(run.ms))
    return Fault{fmt::format("gives ms = {}, which is not a time", run.ms)};
  const double right = 2.0 * n * n * n / (run.ms * 1e-3) * 1e-12, ratio = run.tflops / right;
  const auto about = [&](double factor) { return std::abs(ratio / factor - 1) < 1e-3; };
  if (about(1)) return std::nullopt;
  const std::string start =
      fmt::format("gives {:.6g} TFLOPS for n = {} in {:.6g} ms, where 2n^3 operations are {:.6g}", run.tflops,
                  n, run.ms, right);
  if (about(0.5)) return Fault{start + ": a multiply-add is two operations"};
  if (about(1e3)) return Fault{start + ": that is in GFLOPS"};
  if (about(1e-3)) return Fault{start + ": the time is in milliseconds, not in seconds"};
  if (about(1e6) || about(1e-6)) return Fault{start + ": six powers of ten are missing"};
  const auto wrapped = static_cast<std::int32_t>(static_cast<std::uint32_t>(2LL * n * n * n));
  if (2.0 * n * n * n > 2147483647.0 && about(wrapped / (2.0 * n * n * n)))
    return Fault{start + ": 2 * n * n * n does not fit into an int. Compute it in double"};
  return Fault{start};
}

}  // namespace

OwnClock device_clock(const Trace& trace) {
  std::vector<Interval> work;
  for (const SeenCall& call : trace.calls()) work.push_back({call.device_begin, call.device_end});
  return clock_of(work, trace.first_timed(), work.empty() ? 0 : work.back().end);
}

OwnClock host_clock(const Trace& trace) {
  std::vector<Interval> work;
  for (const SeenCall& call : trace.calls()) work.push_back({call.host_begin, call.host_end});
  return clock_of(work, trace.first_timed(), trace.run.returned);
}

JudgedTime judge_time(const Trace& trace) {
  const double mean = trace.run.ms;
  const OwnClock device = device_clock(trace), host = host_clock(trace);
  if (!std::isfinite(mean) || mean < 0) return {TimeVerdict::off, true};
  const auto by_device = verdict_by(device, mean, trace.iterations);
  const auto by_host = verdict_by(host, mean, trace.iterations);
  if (by_device == TimeVerdict::right || by_host == TimeVerdict::right)
    return {TimeVerdict::right, by_device == TimeVerdict::right};
  if (by_device) return {*by_device, true};
  if (by_host) return {*by_host, false};
  const bool short_of_both = mean * trace.iterations < 0.5 * std::min(device.least, host.least);
  return {short_of_both ? TimeVerdict::too_short : TimeVerdict::off, true};
}

std::optional<Fault> enough_calls_fault(int least, const SeenRun& run) {
  if (run.calls >= least) return std::nullopt;
  return Fault{fmt::format("called the kernel {} time{}, where {} or more were asked for", run.calls,
                           run.calls == 1 ? "" : "s", least),
               {},
               ". This error was left for the next cudaGetLastError(): "};
}

std::optional<Fault> order_fault(const Trace& trace) {
  if (auto fault = call_fault(trace)) return fault;
  auto fault = waiting_fault(trace);
  if (!fault) fault = clock_fault(trace);
  if (!fault) return std::nullopt;
  const auto extra = extra_call_fault(trace);
  return extra ? extra : fault;
}

std::optional<Fault> agreement_fault(const Trace& trace) {
  if (auto fault = enough_calls_fault(trace.iterations, trace.run)) return fault;
  const JudgedTime judged = judge_time(trace);
  const OwnClock clock = judged.by_device ? device_clock(trace) : host_clock(trace);
  const double own = clock.least / trace.iterations;
  const auto given = [&](const std::string& what, const emulation::SourcePlace& place = {}) {
    return Fault{fmt::format("gives ms = {:.4g}, where the grader's own clock has {:.4g}: {}", trace.run.ms,
                             own, what),
                 place};
  };
  if (trace.run.ms < 0) {
    auto fault = given(swapped_events);
    fault.remedy = repairs::Repair::swap_events;
    return fault;
  }
  if (judged.verdict != TimeVerdict::right)
    if (auto extra = extra_call_fault(trace)) return extra;
  switch (judged.verdict) {
    case TimeVerdict::right:
      break;
    case TimeVerdict::total:
      return given(fmt::format("that is the time of all {} iterations. Divide by their number", trace.iterations));
    case TimeVerdict::seconds:
      return given("that is in seconds");
    case TimeVerdict::microseconds:
      return given("that is in microseconds");
    case TimeVerdict::with_warm_up:
      return given("it includes the warm-up", trace.lines.clock_start);
    case TimeVerdict::too_short:
      return given("the clock was read before the launches were done", trace.lines.clock_stop);
    case TimeVerdict::off:
      return given("the mean of the timed calls, and nothing else, counts");
  }
  // Few values: the variance may divide by n or by n - 1. Other load disturbs the host's clock.
  const double tolerated = judged.by_device ? 0.02 : 0.1;
  const double sample = std::sqrt(trace.iterations / std::max(1.0, trace.iterations - 1.0));
  if (std::isfinite(trace.run.cv) && trace.run.cv >= 0.95 * clock.cv - tolerated &&
      trace.run.cv <= 1.05 * sample * clock.cv + tolerated)
    return std::nullopt;
  return Fault{
      fmt::format("gives cv = {:.3g}, where the iterations' times vary by {:.3g}: take a time for each "
                  "iteration, and divide their standard deviation by their mean",
                  trace.run.cv, clock.cv)};
}

std::optional<Fault> speed_fault(const Trace& trace) {
  if (auto fault = tflops_fault(trace.n, trace.run)) return fault;
  if (auto fault = enough_calls_fault(trace.iterations, trace.run)) return fault;
  const auto fault = no_clock_fault(trace);
  if (!fault || judge_time(trace).verdict == TimeVerdict::right) return std::nullopt;
  const auto extra = extra_call_fault(trace);
  return extra ? extra : fault;
}

}  // namespace gridmark::lab1
