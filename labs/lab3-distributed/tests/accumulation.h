#pragma once
// Trainings with accumulation: the correct values of all ranks, and the mistake that explains wrong ones.
#include <algorithm>
#include <functional>
#include <optional>

#include "labkit/channel/plot.h"
#include "labs/lab3-distributed/tests/accumulation_reference.h"
#include "labs/lab3-distributed/tests/ask.h"

namespace gridmark::lab3 {

struct Accumulated {
  std::vector<Accumulate> ops;
  RanksAnswer answer;
  const Accumulate& first() const { return ops[0]; }
};

inline std::size_t window_of(const Accumulate& op) {
  return static_cast<std::size_t>(op.micro_batch * (op.plain ? 1 : op.accumulation_steps));
}

inline std::size_t windows_of(const Accumulate& op) { return (op.labels.size() + window_of(op) - 1) / window_of(op); }

/// Runs the call on all ranks, with new outputs.
inline void run(Accumulated& all) {
  const std::size_t steps = all.first().rates.size(), parameters = accumulation_parameters();
  for (Accumulate& op : all.ops) {
    op.gradients = channel::Out<float>(steps * parameters);
    op.rates_used = channel::Out<float>(steps);
    op.trained = channel::Out<float>(parameters);
    op.losses = channel::Out<float>(steps);
    op.rates_logged = channel::Out<float>(steps);
    op.norms = channel::Out<float>(steps);
    op.batches = channel::Out<std::int64_t>(steps);
    op.steps_made = op.steps_logged = op.steps_counted = channel::Out<std::int64_t>(1);
  }
  all.answer = channel::ask_ranks(all.ops);
}

/// Runs `like` with these rows for each rank. `rates` [windows] are for the optimizer steps.
inline Accumulated accumulate(Accumulate like, const std::vector<int>& rows, const std::vector<float>& rates) {
  const std::vector<float> start = any_values(accumulation_parameters(), -0.5f, 0.5f);
  Accumulated all;
  all.ops = channel::for_ranks(static_cast<int>(rows.size()), [&](int rank) {
    const int mine = rows[static_cast<std::size_t>(rank)];
    Accumulate op = like;
    op.rates = channel::In<float>(rates);
    op.parameters = channel::In<float>(start);
    op.x = channel::In<float>(any_values(static_cast<std::size_t>(mine * accumulation_inputs)));
    std::vector<int> labels;
    for (int i = 0; i < mine; ++i) labels.push_back(any_between(0, accumulation_classes - 1));
    op.labels = channel::In<int>(labels);
    return op;
  });
  run(all);
  return all;
}

/// The rows of one optimizer step, and the gradients in its mean.
struct Window {
  std::vector<std::vector<MeanGradient>> parts;  ///< [rank][micro-batch]
  std::vector<std::vector<double>> rows;         ///< of each part
  double all_rows = 0;

  double world() const { return static_cast<double>(parts.size()); }
  double rows_of(std::size_t rank) const {
    double sum = 0;
    for (const double part : rows[rank]) sum += part;
    return sum;
  }
};

inline Window window_number(const Accumulated& all, std::size_t step, std::span<const double> parameters) {
  Window window;
  for (const Accumulate& op : all.ops) {
    const auto size = static_cast<std::size_t>(op.micro_batch);
    const std::size_t first = step * window_of(op), end = std::min(first + window_of(op), op.labels.size());
    auto& parts = window.parts.emplace_back();
    auto& rows = window.rows.emplace_back();
    for (std::size_t at = first; at < end; at += size) {
      const std::size_t until = std::min(at + size, end);
      const bool skips = op.rank == op.skipping_rank && static_cast<std::size_t>(op.skipped_pass) == at / size;
      parts.push_back(mean_gradient(op, parameters, at, until, skips));
      rows.push_back(static_cast<double>(until - at));
    }
    window.all_rows += static_cast<double>(end - first);
  }
  return window;
}

/// The weight of the gradient of a micro-batch of a rank.
using WeightOfPart = std::function<double(std::size_t rank, std::size_t part)>;

inline MeanGradient sum_of(const Window& window, const WeightOfPart& weight) {
  MeanGradient sum{.values = std::vector<double>(accumulation_parameters())};
  for (std::size_t rank = 0; rank < window.parts.size(); ++rank)
    for (std::size_t i = 0; i < window.parts[rank].size(); ++i) {
      const double factor = weight(rank, i);
      sum.loss += factor * window.parts[rank][i].loss;
      for (std::size_t at = 0; at < sum.values.size(); ++at)
        sum.values[at] += factor * window.parts[rank][i].values[at];
    }
  return sum;
}

inline MeanGradient mean_of(const Window& window) {
  return sum_of(window, [&](std::size_t rank, std::size_t part) { return window.rows[rank][part] / window.all_rows; });
}

/// A mistake between the micro-batches and the common gradient.
struct Mistake {
  std::string words;
  WeightOfPart weight;
};

inline std::vector<Mistake> mistakes_of_weights(const Window& window, int accumulation_steps) {
  const auto rows = [&window](std::size_t rank, std::size_t part) { return window.rows[rank][part]; };
  const double all = window.all_rows, world = window.world();
  const auto parts = [&window](std::size_t rank) { return static_cast<double>(window.parts[rank].size()); };
  const std::string advice =
      ". Multiply the loss of each micro-batch by its rows * world / rows of all ranks in the window";
  return {
      {"the losses of the micro-batches are not divided, so their gradients add up" + advice,
       [=](std::size_t, std::size_t) { return 1 / world; }},
      {"it is the sum over the ranks in place of the mean. Where the item buckets fails too, correct "
       "DistributedDataParallel first. Otherwise multiply each loss by the factor of the handout",
       [=](std::size_t r, std::size_t i) { return rows(r, i) * world / all; }},
      {"each micro-batch counts the same, although their rows differ: a mean of means" + advice,
       [=](std::size_t r, std::size_t) { return 1 / (parts(r) * world); }},
      {"each rank counts the same, although their rows differ: a mean of means" + advice,
       [=, &window](std::size_t r, std::size_t i) { return rows(r, i) / (window.rows_of(r) * world); }},
      {fmt::format("each loss is divided by accumulation_steps = {}, although this window has fewer micro-batches or "
                   "rows",
                   accumulation_steps) +
           advice,
       [=](std::size_t, std::size_t) { return 1 / (accumulation_steps * world); }},
  };
}

/// Mistakes that leave micro-batches out.
inline std::vector<Mistake> mistakes_of_parts(const Window& window) {
  const double all = window.all_rows, world = window.world();
  const auto is_last = [&window](std::size_t rank, std::size_t part) { return part + 1 == window.parts[rank].size(); };
  const auto share = [&window, all](std::size_t rank, std::size_t part) { return window.rows[rank][part] / all; };
  const std::string only_last =
      "it is that of the last micro-batch alone. Call zero_grad() once for each optimizer step, "
      "before its first micro-batch";
  return {
      {only_last, [=](std::size_t r, std::size_t i) { return is_last(r, i) ? share(r, i) : 0; }},
      {only_last, [=](std::size_t r, std::size_t i) { return is_last(r, i) ? 1 / world : 0; }},
      {"the last micro-batch is missing. A window ends behind its last row, however few rows a micro-batch has",
       [=](std::size_t r, std::size_t i) { return is_last(r, i) ? 0 : share(r, i); }},
  };
}

/// A mistake that keeps gradients on `own` rank: the micro-batches from number `from` on.
inline Mistake mistake_of_syncs(const Window& window, std::size_t own, std::size_t from) {
  const std::string words =
      from == 0 ? "it is this rank's own: nothing was averaged over the ranks. Call backward() of "
                  "DistributedDataParallel without NoSync for the last micro-batch, then wait()"
                : fmt::format(
                      "the micro-batches behind number {} stayed on their rank. All but the LAST backward "
                      "pass of a window run under NoSync, and the last one runs without it",
                      from);
  return {words, [&window, own, from](std::size_t rank, std::size_t part) {
            const double share = window.rows[rank][part] / window.all_rows;
            if (part < from) return share;
            return rank == own ? share * window.world() : 0;
          }};
}

/// Plots the weight of each micro-batch in a gradient, rank by rank, next to the correct weight.
inline void draw_weights(const Window& window, const WeightOfPart& found) {
  channel::PlotSeries yours{.name = "this gradient"}, right{.name = "expected"};
  channel::Plot plot{.name = "weights",
                     .title = "Weight of each micro-batch in the gradient, rank after rank",
                     .x = {.label = "micro-batch"},
                     .y = {.label = "weight"}};
  for (std::size_t rank = 0; rank < window.parts.size(); ++rank) {
    plot.marks.push_back({static_cast<double>(yours.at.size()), fmt::format("rank {}", rank)});
    for (std::size_t part = 0; part < window.parts[rank].size(); ++part) {
      right.at.push_back(static_cast<double>(yours.at.size()));
      yours.at.push_back(right.at.back());
      yours.values.push_back(found(rank, part));
      right.values.push_back(window.rows[rank][part] / window.all_rows);
    }
  }
  plot.series = {std::move(yours), std::move(right)};
  channel::record(plot);
}

/// The mistake that explains the gradient `got` on `rank`, or "" if no known mistake does. Plots the
/// gradient.
inline std::string explanation(std::span<const float> got, const Window& window, std::size_t rank,
                               int accumulation_steps) {
  std::vector<Mistake> mistakes = mistakes_of_weights(window, accumulation_steps);
  for (Mistake& one : mistakes_of_parts(window)) mistakes.push_back(std::move(one));
  for (std::size_t from = 0; from < window.parts[rank].size(); ++from)
    mistakes.push_back(mistake_of_syncs(window, rank, from));
  for (const Mistake& one : mistakes)
    if (relative_l2(got, sum_of(window, one.weight).values) < 1e-4) {
      draw_weights(window, one.weight);
      return ": " + one.words;
    }
  return "";
}

/// On all ranks, the gradients of optimizer step `step` are the mean over the window's rows.
inline testing::AssertionResult has_mean(const Accumulated& all, std::size_t step, const Window& window) {
  const std::size_t size = accumulation_parameters();
  const MeanGradient expected = mean_of(window);
  for (const Accumulate& op : all.ops) {
    const auto got = op.gradients.values().subspan(step * size, size);
    const double far = relative_l2(got, expected.values);
    if (far <= 1e-5) continue;
    return holds(
        op, false,
        fmt::format("the gradient of optimizer step {} on rank {} differs from the mean over the {} rows of all "
                    "ranks by {:.2g} of its length, expected 1e-5 at most{}",
                    step, op.rank, window.all_rows, far,
                    explanation(got, window, static_cast<std::size_t>(op.rank), op.accumulation_steps)));
  }
  return testing::AssertionSuccess();
}

/// The number of optimizer steps equals the number of windows.
inline testing::AssertionResult has_steps(const Accumulated& all) {
  for (const Accumulate& op : all.ops) {
    const auto steps = op.steps_made.values()[0], expected = static_cast<std::int64_t>(windows_of(op));
    if (steps != expected)
      return holds(
          op, false,
          fmt::format("the optimizer made {} steps on rank {}, expected {} for its {} rows: one for each window "
                      "of {} rows, and one for the rows that are left",
                      steps, op.rank, expected, op.labels.size(), window_of(op)));
  }
  return testing::AssertionSuccess();
}

/// All gradients are means, and the final parameters are those of a training with one large batch per window.
inline testing::AssertionResult trains_as_one_batch(const Accumulated& all) {
  if (!all.answer.verdict) return all.answer.verdict;
  if (auto steps = has_steps(all); !steps) return steps;
  const auto start = all.first().parameters.values();
  std::vector<double> parameters(start.begin(), start.end());
  ReferenceOptimizer optimizer(all.first().adam, parameters.size());
  for (std::size_t step = 0; step < windows_of(all.first()); ++step) {
    const Window window = window_number(all, step, parameters);
    if (auto mean = has_mean(all, step, window); !mean) return mean;
    optimizer.step(parameters, mean_of(window).values, all.first().rates.values()[step]);
  }
  for (const Accumulate& op : all.ops) {
    const double far = relative_l2(op.trained.values(), parameters);
    if (far > 1e-5)
      return holds(op, false,
                   fmt::format("the parameters of rank {} differ by {:.2g} of their length from those that whole "
                               "batches leave, expected 1e-5 at most",
                               op.rank, far));
  }
  return testing::AssertionSuccess();
}

}  // namespace gridmark::lab3
