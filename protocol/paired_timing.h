#pragma once
// The evidence for a timed value: equal calls to the student's worker and to the lab's reference.
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/timed_pair.h"
#include "protocol/fields.h"

namespace gridmark {

/// The limits of a paired timing, with which its interval was computed.
struct PairedTimingPlan {
  int least_processes = 5;  ///< before the first look
  int most_processes = 20;
  int looks = 5;             ///< most looks at the interval, which share the error rate
  double error_rate = 0.01;  ///< of a wrong pass, and also of a wrong fail
  friend bool operator==(const PairedTimingPlan&, const PairedTimingPlan&) = default;
};

/// The counted device work of one timed call of the submission.
struct PairedTimingWork {
  double flops = 0;
  double bytes = 0;  ///< in full sectors of global memory
  friend bool operator==(const PairedTimingWork&, const PairedTimingWork&) = default;
};

/// Ratios of the reference's time to the student's: 2 means that the student takes half as long.
struct PairedTimingFacts {
  double low = 0, high = 0;  ///< the interval around the measurement's value
  bool settled = false;      ///< the interval gives a verdict on every limit of the rubric
  timing::ClockKind clock = timing::ClockKind::cpu;
  std::string clock_source;  ///< "cgroup2", "cgroup1" or "processes"
  int calls_per_bell = 1;
  int pairs = 0, contaminated_pairs = 0;
  double seconds = 0;  ///< wall time of the paired timing
  PairedTimingPlan plan;
  std::vector<timing::ProcessSamples> processes;  ///< all samples, so that the statistics can be repeated
  std::optional<PairedTimingWork> work;           ///< set if the counted flavour could run
  friend bool operator==(const PairedTimingFacts&, const PairedTimingFacts&) = default;
};

namespace timing {

// A later reading of a counter may be below an earlier one.
inline constexpr Range counter_seconds{-1e9, 1e9, "a number of seconds"};
inline constexpr Range clock_megahertz{0, 1e6, "a clock in MHz, 0 where unknown"};

inline std::array<Cell, 6> row(Timed& timed) {
  Disturbance& disturbance = timed.disturbance;
  return {{{&timed.cpu_seconds, counter_seconds},
           {&timed.wall_seconds, counter_seconds},
           {&disturbance.waited_seconds, counter_seconds},
           {&disturbance.stalled_seconds, counter_seconds},
           {&disturbance.stolen_seconds, counter_seconds},
           {&disturbance.clock_mhz, clock_megahertz}}};
}

constexpr std::string_view row_words(const Timed*) {
  return "CPU, wall, waited, stalled and stolen seconds, and the fastest processor's MHz (0 where unknown)";
}

constexpr auto fields(const Pair*) {
  return std::tuple{field("reference", &Pair::reference), field("student", &Pair::student)};
}

constexpr auto fields(const ProcessSamples*) {
  return std::tuple{field("overhead_seconds", &ProcessSamples::overhead_seconds, counter_seconds,
                          "of a call without the function"),
                    field("pairs", &ProcessSamples::pairs, Many{0, 100})};
}

}  // namespace timing

constexpr auto fields(const PairedTimingPlan*) {
  constexpr Range processes{2, 100, "a number of processes, 2 to 100"};
  return std::tuple{
      field("least_processes", &PairedTimingPlan::least_processes, processes, "before the first look"),
      field("most_processes", &PairedTimingPlan::most_processes, processes),
      field("looks", &PairedTimingPlan::looks, Range{1, 99, "a number of looks, 1 to 99"},
            "at the interval, at most. They share error_rate equally. Absent: one after each process from "
            "the least on",
            Presence::optional),
      field("error_rate", &PairedTimingPlan::error_rate,
            Range{1e-9, 0.5, "a chance of error, above 0 and at most 0.5"},
            "chance of a wrong pass, and again of a wrong fail")};
}

constexpr auto fields(const PairedTimingWork*) {
  constexpr Range amount{0, 1e21, "a number, 0 or more"};
  return std::tuple{field("flops", &PairedTimingWork::flops, amount),
                    field("bytes", &PairedTimingWork::bytes, amount, "in whole sectors of global memory")};
}

constexpr auto fields(const PairedTimingFacts*) {
  constexpr Range ratio{0, 1e12, "a ratio, 0 or more"};
  constexpr Range count{0, 1e6, "a whole number, 0 to 1000000"};
  // A record with ten paired timings of this size is still small enough for a text editor (10 MB).
  constexpr Many<> processes{0, 100};
  return std::tuple{
      field("low", &PairedTimingFacts::low, ratio, "of the interval around the value"),
      field("high", &PairedTimingFacts::high, ratio),
      field("settled", &PairedTimingFacts::settled, AnyOfType{},
            "the interval decides every limit of the rubric"),
      field("clock", &PairedTimingFacts::clock),
      field("clock_source", &PairedTimingFacts::clock_source, Length{0, 64}, "cgroup2, cgroup1 or processes"),
      field("calls_per_bell", &PairedTimingFacts::calls_per_bell, count),
      field("pairs", &PairedTimingFacts::pairs, count),
      field("contaminated_pairs", &PairedTimingFacts::contaminated_pairs, count),
      field("seconds", &PairedTimingFacts::seconds, Range{0, 1e9, "a number of seconds, 0 or more"},
            "wall time of the paired timing"),
      field("plan", &PairedTimingFacts::plan, AnyOfType{},
            "the parameters of the interval. Absent: 5 and 16 processes, 12 looks and 0.01",
            Presence::optional),
      field("processes", &PairedTimingFacts::processes, processes,
            "every sample, so that `gridmark rescore` can do the statistics again. A plan usually has 20 "
            "processes "
            "of 8 "
            "pairs. More than 100 of 100 come from a broken checker"),
      field("work", &PairedTimingFacts::work, AnyOfType{},
            "counted work of one of the submission's calls. Absent: there was no counted flavour")};
}

}  // namespace gridmark
