#pragma once
// Trainings that save, end, and continue.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "labs/lab5-production/tests/training.h"

namespace gridmark::lab5 {

/// A training that uses all state of a checkpoint: BatchNorm, Dropout, Adam, a scale that changes, a
/// schedule, and rows since the last report. The windows of an epoch have 8, 8 and 6 rows.
inline TrainerRun saved_training() {
  return {.net = Net::everything,
          .adam = true,
          .looks_at_passes = true,
          .accumulation_steps = 2,
          .low = Low::f16,
          .first_scale = 256,
          .growth_interval = 3,
          .peak = 0.02,
          .floor = 0.001,
          .warmup = 3,
          .total = 11,
          .log_interval = 2};
}
inline constexpr std::size_t saved_share = 22, saved_windows = 3;

inline Course saved_course(int world) {
  return any_course(saved_share * static_cast<std::size_t>(world), Net::everything, 10);
}

/// Elements of each parameter of Net::everything.
inline std::vector<std::size_t> parameter_sizes() {
  constexpr std::size_t in = net_inputs, hidden = net_hidden, out = net_classes;
  return {in * hidden, hidden, hidden, hidden, hidden * out, out};
}

/// Checks that Adam in double precision leads from the gradients to the parameters and moments. Returns "" if
/// it does.
inline std::string wrong_tensor(const TrainerRun& op) {
  const std::size_t size = op.parameters.size();
  std::vector<double> parameters(op.parameters.values().begin(), op.parameters.values().end());
  std::vector<double> first(size), second(size);
  for (std::size_t step = 0; step < op.rates_used.size(); ++step)
    for (std::size_t i = 0; i < size; ++i) {
      const double gradient = op.gradients.values()[step * size + i], t = static_cast<double>(step) + 1;
      first[i] = 0.9 * first[i] + 0.1 * gradient;
      second[i] = 0.999 * second[i] + 0.001 * gradient * gradient;
      parameters[i] -= op.rates_used.values()[step] * first[i] / (1 - std::pow(0.9, t)) /
                       (std::sqrt(second[i] / (1 - std::pow(0.999, t))) + 1e-8);
    }
  const auto tensors = op.tensors.values();
  if (relative_l2(tensors.first(size), parameters) > 3e-6)
    return "the gradients and rates of its steps do not lead to its parameters";
  std::size_t at = tensors.size() - 2 * size, begin = 0;
  for (const std::size_t one : parameter_sizes()) {
    for (const auto& [moment, least] : {std::pair(&first, 1e-7), {&second, 1e-14}})
      for (std::size_t i = begin; i < begin + one; ++i, ++at)
        if (!(std::abs(tensors[at] - (*moment)[i]) <= 1e-4 * std::abs((*moment)[i]) + least))
          return "the gradients of its steps do not lead to the optimizer's moments";
    begin += one;
  }
  return "";
}

/// Checks that the figures of a training from its first step on are consistent.
inline std::string wrong_figure(const TrainerRun& op) {
  const std::size_t steps = op.rates_used.size();
  const Standing end = op.standing.values()[0];
  if (op.steps_made.values()[0] != static_cast<std::int64_t>(steps) || end.steps != op.steps_made.values()[0])
    return fmt::format("makes {} steps on rank {}, expected {}", op.steps_made.values()[0], op.rank, steps);
  double best = INFINITY;
  for (const Validation& one : op.validations.values()) {
    best = std::min(best, one.loss);
    if (!(one.loss > 0) || one.best != best) return "a validation gives no loss, or another best one";
  }
  const bool is_some_rate = end.rate > 0 && end.rate <= op.peak * (1 + 1e-6);  // of the last or next step
  if (end.seed != 1000 + static_cast<std::uint64_t>(op.rank) || end.drawn == 0 || end.best != best || !is_some_rate)
    return "generator, rate or best validation are not those of its steps";
  for (const Pass& pass : op.passes.values())
    if (pass.is_low != 1 || pass.all_f32 != 1 || !(pass.largest_gradient >= 0))
      return "a forward pass is none of its training";
  for (std::size_t i = 0; op.rank == 0 && i < op.reports.size(); ++i) {
    const Report one = op.reports.values()[i];
    if (!(one.step > 0 && one.step <= end.steps && one.steps == one.step && one.loss > 0 && one.accuracy >= 0 &&
          one.accuracy <= 1 && one.samples_per_second > 0 &&
          std::abs(one.rate - op.rates_used.values()[static_cast<std::size_t>(one.step) - 1]) < 1e-8))
      return fmt::format("report {} has no loss, or another rate or step than that of its step", i);
  }
  for (const Epoch& one : op.epochs.values())
    if (one.steps != saved_windows || one.skipped != 0 || !(one.loss > 0) || !(one.accuracy >= 0 && one.accuracy <= 1))
      return "the log of an epoch has no loss, or other steps than its windows";
  return wrong_tensor(op);
}

/// All ranks trained on their own rows, and the results differ from those of other trainings.
inline testing::AssertionResult is_training(const Trained& trained, const Course& course) {
  if (!trained.answer.verdict) return trained.answer.verdict;
  if (trained.first().order.size() > 0)
    if (auto shared = shares_out(trained, course.labels.size()); !shared) return shared;
  for (const TrainerRun& op : trained.ops) {
    const std::string wrong = wrong_figure(op);
    if (!wrong.empty()) return holds(op, false, wrong);
    if (op.order.size() > 0 && !is_new(op.order.values()))
      return holds(op, false, fmt::format("has the samples of another training on rank {}", op.rank));
    if (op.passes.size() > 0 && !is_new(op.passes.values()))
      return holds(op, false, fmt::format("has forward passes of another training on rank {}", op.rank));
  }
  const TrainerRun& op = trained.first();
  if (op.reports.size() > 0 && !is_new(op.reports.values())) return holds(op, false, "has reports of another training");
  if (op.epochs.size() > 0 && !is_new(op.epochs.values())) return holds(op, false, "has logs of another training");
  if (op.validations.size() > 0 && !is_new(op.validations.values()))
    return holds(op, false, "has validations of another training");
  return testing::AssertionSuccess();
}

}  // namespace gridmark::lab5
