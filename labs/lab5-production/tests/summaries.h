#pragma once
// The correct content of a summary, and the mistake behind a wrong one.
#include "labs/lab5-production/tests/timelines.h"

namespace gridmark::lab5 {

inline double sum_of(const std::vector<TimeSpan>& spans) {
  double sum = 0;
  for (const TimeSpan& one : spans) sum += one.end - one.begin;
  return sum;
}

inline std::string mistake_in_busy(const Profile& profile, double share) {
  const auto is = [&](double busy, double total) { return total > 0 && agree(share, busy / total); };
  const double total = profile.total(), busy = covered(profile.busy());
  if (is(sum_of(profile.busy()), total))
    return ". That adds up all kernels: two at the same time keep the device busy once";
  if (is(covered(profile.times([](const Span& span) { return span.kind != Kind::host; })), total) ||
      is(covered(profile.times([](const Span& span) { return computes(span) || span.kind == Kind::copy; })), total))
    return ". That counts copies: only kernels and libraries keep the device busy";
  if (is(covered(profile.times([](const Span& span) { return computes(span) || span.kind == Kind::collective; })),
         total))
    return ". That counts collectives: only kernels and libraries keep the device busy";
  double in_steps = 0;
  for (const NamedRange& range : profile.ranges("step")) in_steps += range.end_ns - range.begin_ns;
  if (is(busy, in_steps) || is(busy, profile.host_end() - profile.whole().begin - profile.longest_gap()))
    return ". That leaves out the time between the steps: loading there costs as much as within a step";
  if (profile.host_end() < profile.whole().end) {
    std::vector<TimeSpan> seen = common(profile.busy(), {{profile.whole().begin, profile.host_end()}});
    if (is(covered(seen), profile.host_end() - profile.whole().begin))
      return ". That ends with the host's last range: the device still works at the kernels of that range";
  }
  const std::vector<TimeSpan> all = joined(profile.busy());
  if (!all.empty() && is(busy, all.back().end - all.front().begin))
    return ". That looks at the time from the first kernel on: begin with the first step";
  std::vector<TimeSpan> annotated = profile.busy();
  for (const char* name : {"load", "forward", "backward", "optimizer"})
    for (const NamedRange& range : profile.ranges(name)) annotated.push_back({range.begin_ns, range.end_ns});
  if (is(covered(annotated), total)) return ". That counts NVTX ranges: a range is the host's time";
  return "";
}

/// Writes `value` and `expected` in microseconds, or as a number.
template <class Operation>
testing::AssertionResult has(const Operation& op, const std::string& what, double value, double expected,
                             const std::string& mistake = "") {
  return holds(op, agree(value, expected),
               fmt::format("{} is {:.6g}, expected {:.6g}{}", what, value, expected, mistake));
}

template <class Operation>
testing::AssertionResult has_phase(const Operation& op, const char* name, const PhaseRow& phase,
                                   const Profile& profile) {
  const double host = profile.host_time(name) / 1000, device = profile.device_time(name) / 1000;
  if (auto right = has(op, fmt::format("{}.host_us", name), phase.host_us, host); !right) return right;
  return has(op, fmt::format("{}.device_us", name), phase.device_us, device,
             !agree(host, device) && agree(phase.device_us, host)
                 ? ". That is the host's time: count the time of the kernels that the range queued"
                 : "");
}

template <class Operation>
testing::AssertionResult has_kernels(const Operation& op, const Profile& profile) {
  const auto kernels = profile.kernels();
  const SummaryRow& summary = op.summary.values()[0];
  if (auto right = has(op, "the length of top_kernels", static_cast<double>(summary.kernels),
                       static_cast<double>(kernels.size()));
      !right)
    return right;
  std::vector<std::string> order;
  for (const auto& [name, time] : kernels) order.push_back(name);
  std::stable_sort(order.begin(), order.end(), [&](const std::string& one, const std::string& other) {
    return kernels.at(one).second > kernels.at(other).second + 1e-6;
  });
  for (std::size_t i = 0; i < std::min(order.size(), most_kernels); ++i) {
    const KernelRow& row = op.kernels.values()[i];
    const std::string name = read(row.name);
    const auto& [calls, time] = kernels.at(order[i]);
    if (name != order[i] || row.calls != calls || !agree(row.microseconds, time / 1000))
      return holds(op, false,
                   fmt::format("top_kernels[{}] is \"{}\" with {} calls and {:.6g} us, expected \"{}\" with {} and "
                               "{:.6g} us: the kernel with the most time comes first",
                               i, name, row.calls, row.microseconds, order[i], calls, time / 1000));
  }
  return testing::AssertionSuccess();
}

/// Whether the summary of an operation matches the timeline.
template <class Operation>
testing::AssertionResult has_summary(const Operation& op, const Timeline& timeline, int device) {
  const Profile profile(timeline, device);
  const SummaryRow& seen = op.summary.values()[0];
  if (auto right = has(op, "steps", static_cast<double>(seen.steps), static_cast<double>(profile.steps())); !right)
    return right;
  if (auto right =
          has(op, "busy_share", seen.busy_share, profile.busy_share(), mistake_in_busy(profile, seen.busy_share));
      !right)
    return right;
  if (auto right = has(op, "total_us", seen.total_us, profile.total() / 1000); !right) return right;
  if (auto right = has(op, "longest_gap_us", seen.longest_gap_us, profile.longest_gap() / 1000); !right) return right;
  if (auto right = has_kernels(op, profile); !right) return right;
  const std::pair<const char*, const PhaseRow*> phases[] = {
      {"load", &seen.load}, {"forward", &seen.forward}, {"backward", &seen.backward}, {"optimizer", &seen.optimizer}};
  for (const auto& [name, phase] : phases)
    if (auto right = has_phase(op, name, *phase, profile); !right) return right;
  return testing::AssertionSuccess();
}

}  // namespace gridmark::lab5
