#pragma once
// Trainings with the trainer, and their reference in double precision on one machine.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "labkit/channel/ask.h"
#include "labkit/channel/crash.h"
#include "labkit/channel/ranks.h"
#include "labkit/inputs/any.h"
#include "labkit/oracle/distance.h"
#include "labkit/oracle/perceptron.h"
#include "labs/lab5-production/trainer_operations.h"

namespace gridmark::lab5 {

using channel::holds;
using channel::RanksAnswer;
using inputs::any_between;
using inputs::any_values;
using oracle::first_difference;
using oracle::relative_l2;

/// The number of entries of each kind on one rank.
struct Sizes {
  std::size_t steps = 0, reports = 0, epochs = 0, validations = 0, loads = 0, samples = 0, passes = 0;
};

/// The values that all runs of one training share.
struct Course {
  std::vector<float> parameters, x, validation_x;
  std::vector<int> labels, validation_labels;
  std::uint64_t seed = 1;  ///< seed of the order
};

inline std::size_t parameters_of(Net net) {
  constexpr std::size_t in = net_inputs, hidden = net_hidden, out = net_classes;
  const std::size_t ends = in * hidden + hidden + hidden * out + out;
  return ends + (net == Net::layers ? hidden * hidden + hidden : 2 * hidden);
}

/// Parameters, buffers and moments.
inline std::size_t tensors_of(const TrainerRun& op) {
  const std::size_t buffers = op.net == Net::everything ? 2 * net_hidden : 0;
  return parameters_of(op.net) * (op.adam ? 3 : 1) + buffers;
}

inline std::vector<int> any_labels(std::size_t rows) {
  std::vector<int> labels;
  for (std::size_t i = 0; i < rows; ++i) labels.push_back(any_between(0, net_classes - 1));
  return labels;
}

inline Course any_course(std::size_t rows, Net net = Net::layers, std::size_t validation_rows = 10) {
  Course course{any_values(parameters_of(net), -0.5f, 0.5f), any_values(rows * net_inputs),
                any_values(validation_rows * net_inputs), any_labels(rows), any_labels(validation_rows),
                static_cast<std::uint64_t>(any_between(1, 1 << 20))};
  course.parameters.back() = 1;  // so that it is never close to 0
  return course;
}

struct Trained {
  std::vector<TrainerRun> ops;
  RanksAnswer answer;
  const TrainerRun& first() const { return ops[0]; }
};

using Plan = std::vector<Errand>;

/// The windows of one rank in an epoch, and its rows in window `number`.
struct Windows {
  Windows(const TrainerRun& op, std::size_t rows)
      : share(rows / static_cast<std::size_t>(op.world)),
        size(static_cast<std::size_t>(op.micro_batch * op.accumulation_steps)),
        micro_batch(static_cast<std::size_t>(op.micro_batch)) {}
  std::size_t share, size, micro_batch;
  std::size_t count() const { return (share + size - 1) / size; }
  std::size_t micro_batches() const {
    std::size_t all = 0;
    for (std::size_t at = 0; at < share; at += size) all += (std::min(size, share - at) + micro_batch - 1) / micro_batch;
    return all;
  }
};

/// Runs `plan` on all ranks.
inline Trained train(TrainerRun like, int world, const Course& course, const Plan& plan, const Sizes& sizes,
                     disk::JournalDisk& disk, std::optional<router::After> kill = {}) {
  Trained trained;
  trained.ops = channel::for_ranks(world, [&](int) {
    TrainerRun op = like;
    op.seed = course.seed;
    op.errands = channel::In<Errand>(plan);
    op.parameters = channel::In<float>(course.parameters);
    op.x = channel::In<float>(course.x);
    op.labels = channel::In<int>(course.labels);
    op.validation_x = channel::In<float>(course.validation_x);
    op.validation_labels = channel::In<int>(course.validation_labels);
    op.gradients = channel::Out<float>(sizes.steps * course.parameters.size());
    op.rates_used = channel::Out<float>(sizes.steps);
    op.tensors = channel::Out<float>(tensors_of(op));
    op.order = channel::Out<std::int64_t>(sizes.samples);
    op.reports = channel::Out<Report>(sizes.reports);
    op.epochs = channel::Out<Epoch>(sizes.epochs);
    op.validations = channel::Out<Validation>(sizes.validations);
    op.loaded = channel::Out<int>(sizes.loads);
    op.passes = channel::Out<Pass>(sizes.passes);
    return op;
  });
  const channel::SharedDisk shared{disk, kill};
  trained.answer = channel::ask_ranks(trained.ops, {}, &shared);
  return trained;
}

inline Trained train(const TrainerRun& like, int world, const Course& course, const Plan& plan, const Sizes& sizes) {
  disk::JournalDisk unused;
  return train(like, world, course, plan, sizes, unused);
}

/// Runs a number of epochs, with an errand for each.
inline Trained train_epochs(TrainerRun like, int world, const Course& course, std::size_t epochs,
                            std::size_t skipped = 0) {
  like.world = world;
  const Windows windows(like, course.labels.size());
  const Sizes sizes{.steps = epochs * windows.count() - skipped, .epochs = epochs, .samples = epochs * windows.share};
  return train(like, world, course, Plan(epochs, {Action::epoch}), sizes);
}

/// Two runs with different random data must not have the same figures.
template <class T>
bool is_new(std::span<const T> figures) {
  static std::vector<std::vector<T>> seen;
  const auto is_same = [&](const std::vector<T>& one) {
    return one.size() == figures.size() && std::memcmp(one.data(), figures.data(), figures.size_bytes()) == 0;
  };
  if (std::any_of(seen.begin(), seen.end(), is_same)) return false;
  seen.emplace_back(figures.begin(), figures.end());
  return true;
}

/// Each rank has its share of all samples in each epoch, and reads them from the BatchSource.
inline testing::AssertionResult shares_out(const Trained& trained, std::size_t rows) {
  std::vector<std::set<std::int64_t>> seen;
  for (const TrainerRun& op : trained.ops) {
    const auto order = op.order.values();
    if (static_cast<std::size_t>(op.order_length.values()[0]) != order.size())
      return holds(op, false,
                   fmt::format("asked the BatchSource of its Services for {} samples on rank {}, expected {}: those of "
                               "shard() in each epoch, once, and {} for each rank",
                               op.order_length.values()[0], op.rank, order.size(), Windows(op, rows).share));
    const std::size_t share = Windows(op, rows).share;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (seen.size() == i / share) seen.emplace_back();
      if (order[i] < 0 || order[i] >= static_cast<std::int64_t>(rows) || !seen[i / share].insert(order[i]).second)
        return holds(op, false, fmt::format("sample {} comes twice in epoch {} over all ranks (rank {} has it again): "
                                            "each rank has its own shard()", order[i], i / share, op.rank));
    }
    if (order.size() > share && std::equal(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(share),
                                           order.begin() + static_cast<std::ptrdiff_t>(share)))
      return holds(op, false, fmt::format("epochs 0 and 1 have the same order on rank {}: shard() takes the epoch", op.rank));
  }
  return testing::AssertionSuccess();
}

/// The means of gradient and loss over some rows, and the number of correct ones, within the precision of
/// f32.
struct Mean {
  oracle::MeanGradient gradient;
  double surely_correct = 0, perhaps_correct = 0;
};

inline std::vector<oracle::DenseLayer> layers() {
  const oracle::DenseLayer first{net_inputs, net_hidden, 0}, middle{net_hidden, net_hidden, first.end()};
  return {first, middle, {net_hidden, net_classes, middle.end()}};
}

/// The mean over weighted rows of the course.
inline Mean mean_over(const std::vector<float>& x, const std::vector<int>& labels, std::span<const double> parameters,
                      const std::vector<std::pair<std::size_t, double>>& rows) {
  Mean mean{.gradient = {.values = std::vector<double>(parameters.size())}};
  for (const auto& [row, weight] : rows) {
    const oracle::ReferenceRow one(layers(), parameters, std::span(x).subspan(row * net_inputs, net_inputs));
    one.add_to(mean.gradient, labels[row], weight);
    const double margin = one.margin(labels[row]);
    mean.surely_correct += margin > 1e-4;
    mean.perhaps_correct += margin > -1e-4;
  }
  return mean;
}

/// The training in double precision.
class Reference {
 public:
  Reference(const Trained& trained, const Course& course)
      : trained_(trained),
        course_(course),
        windows_(trained.first(), course.labels.size()),
        parameters_(course.parameters.begin(), course.parameters.end()),
        optimizer_(false, parameters_.size()) {}

  const std::vector<double>& parameters() const { return parameters_; }

  /// All ranks' samples in a window, as the BatchSource returned them, with their weights in the mean.
  std::vector<std::pair<std::size_t, double>> rows_of(std::size_t epoch, std::size_t window) const {
    std::vector<std::pair<std::size_t, double>> rows;
    for (const TrainerRun& op : trained_.ops) {
      const std::size_t end = std::min((window + 1) * windows_.size, windows_.share);
      for (std::size_t i = window * windows_.size; i < end; ++i)
        rows.emplace_back(static_cast<std::size_t>(op.order.values()[epoch * windows_.share + i]), 0);
    }
    for (auto& row : rows) row.second = 1.0 / static_cast<double>(rows.size());
    return rows;
  }
  Mean mean(std::size_t epoch, std::size_t window) const {
    return mean_over(course_.x, course_.labels, parameters_, rows_of(epoch, window));
  }
  /// The result if a submission averages the micro-batches' means.
  std::vector<double> mean_of_means(std::size_t epoch, std::size_t window) const {
    auto rows = rows_of(epoch, window);
    const std::size_t mine = rows.size() / trained_.ops.size();
    const std::size_t parts = (mine + windows_.micro_batch - 1) / windows_.micro_batch;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::size_t part = i % mine / windows_.micro_batch;
      const std::size_t size = std::min(windows_.micro_batch, mine - part * windows_.micro_batch);
      rows[i].second = 1.0 / static_cast<double>(size * parts * trained_.ops.size());
    }
    return mean_over(course_.x, course_.labels, parameters_, rows).gradient.values;
  }
  void step(const std::vector<double>& gradient, double rate) { optimizer_.step(parameters_, gradient, rate); }

 private:
  const Trained& trained_;
  const Course& course_;
  Windows windows_;
  std::vector<double> parameters_;
  oracle::ReferenceOptimizer optimizer_;
};

/// Scales a longer gradient to this length.
inline std::vector<double> shortened(std::vector<double> gradient, double max_norm) {
  const double norm = oracle::length_of(gradient);
  if (max_norm > 0 && norm > max_norm)
    for (double& value : gradient) value *= max_norm / norm;
  return gradient;
}

/// The allowed distance between a gradient and the mean, relative to its length.
inline double gradient_limit(Low low) { return low == Low::f32 ? 1e-4 : low == Low::f16 ? 0.02 : 0.1; }

/// The same for parameters, which change little in a few steps.
inline double parameter_limit(Low low) { return low == Low::bf16 ? 0.02 : gradient_limit(low); }

/// The mistake that explains a wrong gradient, or "" if none does.
inline std::string mistake_in(const TrainerRun& op, std::span<const float> got, const std::vector<double>& expected,
                              const std::vector<double>& mean, const std::vector<double>& mean_of_means) {
  const double limit = gradient_limit(op.low);
  const auto is_times = [&](const std::vector<double>& of, double factor) {
    std::vector<double> times = of;
    for (double& value : times) value *= factor;
    return relative_l2(got, times) <= limit;
  };
  if (is_times(mean, op.accumulation_steps) && op.accumulation_steps > 1)
    return ": it is as many times as long as there are micro-batches. Divide each one's loss by their number, or weigh "
           "it by its rows";
  if (op.world > 1 && is_times(mean, op.world))
    return ": it is the sum over the ranks, and not yet the mean";
  if (is_times(mean_of_means, 1))
    return ": each micro-batch counts the same, although their rows differ. Weigh its loss by its rows over those of "
           "the window";
  if (op.low == Low::f16 && is_times(mean, op.first_scale))
    return ": it still has the scale of the loss. Unscale it before anything looks at its length";
  if (op.max_norm > 0 && is_times(mean, 1)) return ": it is the mean as it was before, longer than max_norm";
  const double length = oracle::length_of(std::vector<double>(got.begin(), got.end()));
  if (op.max_norm > 0 && is_times(expected, length / oracle::length_of(expected)))
    return fmt::format(": its direction is right, and its length is {:.3g} in place of {:.3g}. Scale it once, after "
                       "the mean over the ranks and after the scale of the loss is gone",
                       length, oracle::length_of(expected));
  return "";
}

/// Every gradient is the mean over the rows of all ranks in its window, with a length of at most max_norm.
/// The final parameters follow from these gradients. `skips` are windows without a step.
inline testing::AssertionResult trains_as_one_batch(const Trained& trained, const Course& course, std::size_t epochs,
                                                    const std::set<std::size_t>& skips = {}) {
  if (!trained.answer.verdict) return trained.answer.verdict;
  if (auto shared = shares_out(trained, course.labels.size()); !shared) return shared;
  Reference reference(trained, course);
  const TrainerRun& like = trained.first();
  const std::size_t windows = Windows(like, course.labels.size()).count(), size = course.parameters.size();
  const std::size_t steps = epochs * windows - skips.size();
  for (const TrainerRun& op : trained.ops)
    if (op.steps_made.values()[0] != like.steps_made.values()[0])
      return holds(op, false, fmt::format("the ranks do not agree: the optimizer made {} steps on rank 0 and {} on rank "
                                          "{}. Look for Inf behind the mean over the ranks, where all of them have it",
                                          like.steps_made.values()[0], op.steps_made.values()[0], op.rank));
  for (const TrainerRun& op : trained.ops)
    if (op.steps_made.values()[0] != static_cast<std::int64_t>(steps))
      return holds(op, false, fmt::format("the optimizer made {} steps on rank {}, expected {}: one for each of {} "
                                          "windows, of which {} are skipped because a gradient has Inf or NaN{}",
                                          op.steps_made.values()[0], op.rank, steps, epochs * windows, skips.size(),
                                          op.world > 1 && !skips.empty()
                                              ? ". Look for Inf behind the mean over the ranks, where all of them have it"
                                              : ""));
  for (std::size_t window = 0, step = 0; window < epochs * windows; ++window) {
    if (skips.count(window) > 0) continue;
    const Mean mean = reference.mean(window / windows, window % windows);
    const std::vector<double> expected = shortened(mean.gradient.values, like.max_norm);
    for (const TrainerRun& op : trained.ops) {
      const auto got = op.gradients.values().subspan(step * size, size);
      const double far = relative_l2(got, expected);
      if (far > gradient_limit(op.low))
        return holds(op, false,
                     fmt::format("the gradient of optimizer step {} on rank {} differs from the mean over the window's "
                                 "rows of all ranks by {:.2g} of its length, expected {:.2g} at most{}",
                                 step, op.rank, far, gradient_limit(op.low),
                                 mistake_in(op, got, expected, mean.gradient.values,
                                            reference.mean_of_means(window / windows, window % windows))));
    }
    reference.step(expected, like.peak);
    ++step;
  }
  for (const TrainerRun& op : trained.ops) {
    const double far = relative_l2(op.tensors.values(), reference.parameters()), limit = parameter_limit(op.low);
    if (far > limit)
      return holds(op, false, fmt::format("the parameters of rank {} differ by {:.2g} of their length from those that "
                                          "these gradients lead to, expected {:.2g} at most",
                                          op.rank, far, limit));
    const auto other = first_difference(op.tensors.values(), trained.first().tensors.values());
    if (other >= 0)
      return holds(op, false, fmt::format("parameter {} is not the same on ranks 0 and {}", other, op.rank));
  }
  return testing::AssertionSuccess();
}

}  // namespace gridmark::lab5
