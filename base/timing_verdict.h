#pragma once
// From samples to a verdict: pure functions of values, so that old samples can be judged again.
//
// Theory of operation. A paired timing has rounds; in each, a fresh process of each side answers some pairs
// of equal calls. What differs within a process (an interrupt, a burst of another program) goes by the median
// of the pairs; what differs between processes (where the memory lies, which processor, what else ran just
// then) is why one process tells little, and the interval is over processes: one value each, Student's t. The
// interval is looked at again and again, and looking often makes errors likelier, so every look gets an equal
// part of the error rate (the union bound, which holds however the looks depend on each other). Few looks,
// each after two fifths more processes than the one before, leave each of them more.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/timed_pair.h"
#include "base/verdict.h"

namespace gridmark::timing {

/// How much a paired timing may try, and how often it may err.
struct Plan {
  int least_processes = 5;  ///< before the first look
  int most_processes = 20;
  double error_rate = 0.01;  ///< chance of a wrong pass, and again of a wrong fail, over all looks together
  ClockKind clock = ClockKind::cpu;
};

/// After how many processes the interval is looked at; 5, 7, 10, 14 and 20 as a rule. A paired timing whose
/// time is over in between has its next look then.
std::vector<int> looks(const Plan& plan);

/// What each look may err, on either side.
double error_of_a_look(const Plan& plan);

/// Ratios of the reference's time to the student's: 2 means that the student takes half as long.
struct Interval {
  double low = 0;
  double estimate = 0;
  double high = 0;
};

/// log(reference / student) of one process: the median over its clean pairs, each less the overhead.
/// returns  nothing when fewer than `least_clean_pairs` are clean, or when the overhead is most of the time
std::optional<double> log_ratio(const ProcessSamples& samples, ClockKind clock);
constexpr int least_clean_pairs = 3;

/// Why samples gave no interval, for the record: "40 of 66 timed pairs were disturbed".
std::string why_no_interval(int pairs, int contaminated_pairs);

/// The interval that one look after `log_ratios.size()` >= 2 processes allows; `error` is its chance to lie
/// wholly above the truth, and again wholly below.
Interval interval_of(std::span<const double> log_ratios, double error);

/// True when more processes would not change what the interval says about any of the `limits`.
bool settled(const Interval& interval, std::span<const double> limits);

/// About one limit: pass when the low end reaches it, fail when the high end misses it.
Verdict verdict_on(const Interval& interval, double limit);

/// The middle of `values`, which must not be empty.
double median(std::vector<double> values);

}  // namespace gridmark::timing
