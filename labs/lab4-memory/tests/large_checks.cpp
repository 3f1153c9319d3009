#include "labs/lab4-memory/tests/large_checks.h"

namespace gridmark::lab4 {
namespace {

const SeenTraining& seen(const TrainLarge& op) { return op.memory.values()[0]; }

/// Some rows went through the model with a graph. gradients_come_back() checks that all did.
testing::AssertionResult rows_seen(TrainLarge& op) {
  return channel::above_floors(op.subject(), {{"rows with a graph", static_cast<double>(seen(op).most_rows), 1},
                                           {"graphs", static_cast<double>(seen(op).most_graphs), 1}});
}

/// Each parameter's momentum exists after each step, and no count is negative.
testing::AssertionResult steps_seen(TrainLarge& op) {
  for (const SeenStep& step : op.seen.values()) {
    if (auto called = holds(op, step.graphs >= 0, "after_step was not called for each step"); !called)
      return called;
    if (auto possible = channel::above_floors(
            op.subject(),
            {{"bytes of tensors after a step", static_cast<double>(step.tensors), model_bytes(op)}});
        !possible)
      return possible;
  }
  return testing::AssertionSuccess();
}

/// The most memory of a training from the first rows on: data, momentum and gradients, the inputs of its
/// segments, one recomputed segment, and a few temporary results.
testing::AssertionResult steps_are_small(TrainLarge& op) {
  const double numbers = static_cast<double>(op.x.size() + op.validation_x.size());
  const double labels = static_cast<double>(op.labels.size() + op.validation_labels.size());
  const double segments = std::ceil(static_cast<double>(op.layers) / op.every_n);
  const double most = 2 * numbers + 4 * labels + 2 * model_bytes(op) +
                      (segments + 3.0 * op.every_n + 12) * row_bytes(op, op.micro_batch);
  return holds(op, static_cast<double>(seen(op).peak_of_steps) <= most,
               fmt::format("{} bytes are taken at a time while it trains, and {:.0f} are enough for data, "
                           "momentum, gradients and checkpoints",
                           seen(op).peak_of_steps, most));
}

}  // namespace

testing::AssertionResult micro_batches_right(TrainLarge op) {
  channel::tolerates(channel::WrongReply::stale, "another training has as few rows and graphs at a time");
  if (auto asked = channel::ask(op); !asked) return asked;
  if (auto possible = rows_seen(op); !possible) return possible;
  const SeenTraining& memory = seen(op);
  if (auto few = holds(op, memory.most_rows <= op.micro_batch,
                       fmt::format("{} rows go through the model at a time, expected at most {}", memory.most_rows,
                                   op.micro_batch));
      !few)
    return few;
  if (auto one =
          holds(op, memory.most_graphs <= 1,
                fmt::format("{} graphs wait for their backward pass at a time: call backward() for each "
                            "micro-batch, and gradients add up",
                            memory.most_graphs));
      !one)
    return one;
  const ReferenceTraining expected = train_reference(op);
  if (auto right = log_right(op, expected); !right) return right;
  if (auto right = weights_right(op, expected); !right) return right;
  return gradients_come_back(op, expected);
}

testing::AssertionResult activations_right(TrainLarge op) {
  if (auto asked = channel::ask(op); !asked) return asked;
  if (auto possible = rows_seen(op); !possible) return possible;
  const SeenTraining& memory = seen(op);
  const double rows = row_bytes(op, op.micro_batch);
  const double numbers = static_cast<double>(op.x.size()), labels = static_cast<double>(4 * op.labels.size());
  const double most_data = 1.1 * (2 * numbers + labels) + 2 * rows + 2 * model_bytes(op);
  if (auto small =
          holds(op, static_cast<double>(memory.data) <= most_data,
                fmt::format("{} bytes are there when the first row reaches the model, but the {:.0f} "
                            "numbers of the data need only {:.0f} bytes in f16, which holds them exactly",
                            memory.data, numbers, 2 * numbers));
      !small)
    return small;
  const double segments = std::ceil(static_cast<double>(op.layers) / op.every_n);
  if (auto possible = channel::above_floors(
          op.subject(), {{"bytes of activations", static_cast<double>(memory.activations), rows},
                         {"bytes of data", static_cast<double>(memory.data), rows / 2}});
      !possible)
    return possible;
  const double most = (segments + 6) * rows;
  if (auto few = holds(
          op, static_cast<double>(memory.activations) <= most,
          fmt::format("a forward pass keeps {} bytes, and the inputs of {:.0f} segments are {:.0f}: use "
                      "CheckpointedTransformer with every_n",
                      memory.activations, segments, segments * rows));
      !few)
    return few;
  if (auto small = steps_are_small(op); !small) return small;
  return gradients_come_back(op, train_reference(op));
}

testing::AssertionResult graphs_right(TrainLarge& op) {
  channel::tolerates(channel::WrongReply::stale, "another training whose graphs are right has counts like these");
  if (auto asked = channel::ask(op); !asked) return asked;
  if (auto possible = rows_seen(op); !possible) return possible;
  if (auto possible = steps_seen(op); !possible) return possible;
  const auto steps = op.seen.values();
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (auto none =
            holds(op, steps[i].graphs == 0,
                  fmt::format("{} graphs are held after step {}: a tensor of each loss keeps all that it was "
                              "computed from. Keep only item()",
                              steps[i].graphs, i));
        !none)
      return none;
  if (auto none =
          holds(op, seen(op).unused_graphs == 0,
                fmt::format("{} graphs were made for which no backward pass came: validation needs a NoGrad",
                            seen(op).unused_graphs));
      !none)
    return none;
  if (auto even = holds(op, steps.back().tensors <= steps[1].tensors,
                        fmt::format("tensors have {} bytes after step 1 and {} after step {}",
                                    steps[1].tensors, steps.back().tensors, steps.size() - 1));
      !even)
    return even;
  return gradients_come_back(op, train_reference(op));
}

testing::AssertionResult buffers_right(TrainLarge op) {
  channel::tolerates(channel::WrongReply::stale, "another training that frees its buffers has steps like these");
  if (auto asked = channel::ask(op); !asked) return asked;
  if (auto possible = steps_seen(op); !possible) return possible;
  constexpr double granule = 3 << 20;  // a GPU's driver allocates memory in pieces of 2 MiB
  const auto steps = op.seen.values();
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (auto none =
            holds(op, steps[i].gradients == 0,
                  fmt::format("{} parameters have a gradient after step {}: the next one is added to it",
                              steps[i].gradients, i));
        !none)
      return none;
  if (const auto& leaks = channel::last_reply().leaks; !leaks.empty())
    return holds(op, false, fmt::format("{} bytes are allocated and never freed", leaks.front().bytes),
                 leaks.front().place);
  const double first = static_cast<double>(steps.front().others),
               last = static_cast<double>(steps.back().others);
  if (auto freed =
          holds(op, last <= first + granule,
                fmt::format("{:.0f} bytes outside of tensors are taken after step 0 and {:.0f} after step "
                            "{}: a buffer is never freed",
                            first, last, steps.size() - 1));
      !freed)
    return freed;
  return log_right(op, train_reference(op));
}

testing::AssertionResult fits(TrainLarge& op) {
  if (auto possible = rows_seen(op); !possible) return possible;
  if (auto possible = steps_seen(op); !possible) return possible;
  const SeenTraining& memory = seen(op);
  std::uint64_t others = 0;
  for (const SeenStep& step : op.seen.values()) others = std::max(others, step.others);
  // The kit's own peak can be reset, but the device's cannot.
  const double taken =
      std::max(static_cast<double>(memory.peak) + static_cast<double>(others) + model_bytes(op),
               static_cast<double>(meters().peak_bytes));
  constexpr double rounding = 1 << 20;  // of blocks, and of tensors that live within a step
  if (auto small = holds(
          op, taken <= static_cast<double>(op.device_bytes) + rounding,
          fmt::format("{:.0f} bytes were taken at a time, and the device has {}", taken, op.device_bytes));
      !small)
    return small;
  if (auto whole = holds(op, static_cast<std::size_t>(memory.parameters) == op.weights.size(),
                         fmt::format("the model has {} numbers afterwards, and {} before", memory.parameters,
                                     op.weights.size()));
      !whole)
    return whole;
  if (auto released =
          holds(op, memory.after == 0,
                fmt::format("{} bytes in addition to the model's are held when it has returned", memory.after));
      !released)
    return released;
  const auto steps = op.seen.values();
  return holds(
      op, steps.back().tensors <= steps[1].tensors && steps.back().others <= steps[1].others + (3u << 20),
      fmt::format("{} bytes are taken after step 1 and {} after step {}", steps[1].tensors + steps[1].others,
                  steps.back().tensors + steps.back().others, steps.size() - 1));
}

}  // namespace gridmark::lab4
