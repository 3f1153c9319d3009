#pragma once
// Computes a verdict from samples. All functions are pure, so old samples can be judged again.
//
// Theory of operation. A paired timing has rounds. In each, a fresh process of each side answers some pairs
// of equal calls. The median of the pairs removes differences within a process (an interrupt, a burst of
// another program). Processes also differ from each other (the place of memory, the processor, other programs
// at that time), so one process shows little. The interval is therefore computed over processes, with one
// value each and Student's t. The interval is looked at repeatedly, and each look makes an error more likely.
// So every look gets an equal part of the error rate (the union bound, which holds for any dependence between
// looks). There are only few looks, each after about 40% more processes than the one before. That leaves a
// larger part for each.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/timed_pair.h"
#include "base/verdict.h"

namespace gridmark::timing {

/// The limits of a paired timing: how much it may try and how often it may err.
struct Plan {
  int least_processes = 5;  ///< before the first look
  int most_processes = 20;
  double error_rate = 0.01;  ///< chance of a wrong pass, and also of a wrong fail, over all looks together
  ClockKind clock = ClockKind::cpu;
};

/// The numbers of processes after which the interval is looked at, usually 5, 7, 10, 14 and 20. If the time
/// budget ends in between, the next look is then.
std::vector<int> looks(const Plan& plan);

/// The error rate of each look, for either side.
double error_of_a_look(const Plan& plan);

/// Ratios of the reference's time to the student's: 2 means that the student takes half as long.
struct Interval {
  double low = 0;
  double estimate = 0;
  double high = 0;
};

/// log(reference / student) of one process: the median over its clean pairs, each without the overhead.
/// returns  nothing if fewer than `least_clean_pairs` are clean, or if the overhead is most of the time
std::optional<double> log_ratio(const ProcessSamples& samples, ClockKind clock);
constexpr int least_clean_pairs = 3;

/// Why samples gave no interval, for the record: "40 of 66 timed pairs were disturbed".
std::string why_no_interval(int pairs, int contaminated_pairs);

/// The interval of one look after `log_ratios.size()` >= 2 processes. `error` is its chance to lie completely
/// above the truth, and also its chance to lie completely below.
Interval interval_of(std::span<const double> log_ratios, double error);

/// True if the interval gives a verdict on each of the `limits`, so that no more processes are needed.
bool settled(const Interval& interval, std::span<const double> limits);

/// The verdict on one limit: pass if the low end reaches it, fail if the high end misses it.
Verdict verdict_on(const Interval& interval, double limit);

/// The middle value of `values`, which must not be empty.
double median(std::vector<double> values);

}  // namespace gridmark::timing
