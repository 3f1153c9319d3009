#pragma once
// A timed value's evidence: the student's worker against the lab's reference on equal questions.
#include <optional>
#include <string>
#include <vector>

namespace gridmark {

/// One timed call.
struct DuelCall {
  double cpu_seconds = 0;   ///< of everything in the sandbox
  double wall_seconds = 0;  ///< from the question to the answer
  double waited_seconds = 0;
  double stalled_seconds = 0;
  double stolen_seconds = 0;
  double clock_mhz = 0;
  friend bool operator==(const DuelCall&, const DuelCall&) = default;
};

struct DuelPair {
  DuelCall reference, student;
  friend bool operator==(const DuelPair&, const DuelPair&) = default;
};

/// What a fresh process of each side gave.
struct DuelProcess {
  double overhead_seconds = 0;  ///< of a call without the function, by the duel's clock
  std::vector<DuelPair> pairs;
  friend bool operator==(const DuelProcess&, const DuelProcess&) = default;
};

/// How much a duel might try; what its interval was computed with.
struct DuelPlan {
  int least_processes = 5;  ///< before the first look
  int most_processes = 20;
  int looks = 5;             ///< at the interval, at most; they share the error rate
  double error_rate = 0.01;  ///< of a wrong pass, and again of a wrong fail
  friend bool operator==(const DuelPlan&, const DuelPlan&) = default;
};

/// What one of the submission's timed calls does to the device, counted.
struct DuelWork {
  double flops = 0;
  double bytes = 0;  ///< in whole sectors of global memory
  friend bool operator==(const DuelWork&, const DuelWork&) = default;
};

/// Ratios of the reference's time to the student's: 2 means that the student takes half as long.
struct DuelFacts {
  double low = 0, high = 0;  ///< the interval around the measurement's value
  bool settled = false;      ///< it has a word on every limit of the rubric
  std::string clock;         ///< "cpu" or "wall"
  std::string clock_source;  ///< "cgroup2", "cgroup1" or "processes"
  int questions_per_bell = 1;
  int pairs = 0, contaminated_pairs = 0;
  double seconds = 0;  ///< wall time of the duel
  DuelPlan plan;
  std::optional<DuelWork> work;        ///< where the counted flavour was there to tell
  std::vector<DuelProcess> processes;  ///< every sample, so that the statistics can be done again
  friend bool operator==(const DuelFacts&, const DuelFacts&) = default;
};

/// A timed value that this machine was too restless to take.
struct Deferral {
  std::string measurement;  ///< its name
  std::string reason;
  int run = 0;                         ///< of the record's runs
  std::optional<DuelFacts> duel = {};  ///< of a duel that allows no interval: its samples all the same
  friend bool operator==(const Deferral&, const Deferral&) = default;
};

}  // namespace gridmark
