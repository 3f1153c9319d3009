#pragma once
// Checkpoints on the checker's disk, and the state that must come back from it.
#include <map>
#include <numeric>

#include "labkit/disk/judgement.h"
#include "labs/lab3-distributed/checkpoint_operations.h"
#include "labs/lab3-distributed/tests/ask.h"

namespace gridmark::lab3 {

/// The states of all ranks: common tensors, and each rank's numbers.
struct GivenState {
  int width = 6;
  std::vector<float> tensors;
  std::vector<StateNumbers> numbers;
};

/// The number of floats in each part of the tensors.
struct StateParts {
  explicit StateParts(int width) : buffers(2 * static_cast<std::size_t>(width)) {
    const auto w = static_cast<std::size_t>(width);
    parameters = 2 * (w * w + w) + 2 * w;
    moments = 2 * parameters;
  }
  std::size_t moments, buffers, parameters;
  std::size_t all() const { return moments + buffers + parameters; }
  std::size_t first_parameter() const { return moments + buffers; }
};

inline GivenState any_state(int world, int width = 6) {
  GivenState state{width, any_values(StateParts(width).all(), 0.01f, 1), {}};
  const StateNumbers shared{any_between(3, 50), 4 * any_between(1, 100), any_between(20, 900), 0, 0,
                       any_values(1, 0.01f, 0.1f)[0]};
  for (int rank = 0; rank < world; ++rank) {
    state.numbers.push_back(shared);
    state.numbers.back().seed = static_cast<std::uint64_t>(any_between(1, 1000) + 1000 * rank);
    state.numbers.back().drawn = static_cast<std::uint64_t>(any_between(1, 1000) + 1000 * rank);
  }
  return state;
}

struct Kept {
  std::vector<Checkpoint> ops;
  RanksAnswer answer;
};

/// Makes all ranks save `state`, or replace it by a load.
inline Kept keep(Checkpoint::Action action, const GivenState& state, disk::JournalDisk& disk,
                 std::optional<router::After> kill = {}, const std::string& circumstance = "",
                 std::optional<router::After> full_at = {}) {
  Kept kept;
  kept.ops = channel::for_ranks(static_cast<int>(state.numbers.size()), [&](int rank) {
    return Checkpoint{.action = action,
                      .width = state.width,
                      .tensors = channel::In<float>(state.tensors),
                      .numbers = channel::In<StateNumbers>({state.numbers[static_cast<std::size_t>(rank)]}),
                      .loaded = channel::Out<int>(1),
                      .tensors_then = channel::Out<float>(state.tensors.size()),
                      .numbers_then = channel::Out<StateNumbers>(1),
                      .circumstance = circumstance};
  });
  const channel::SharedDisk shared{disk, kill, full_at};
  kept.answer = channel::ask_ranks(kept.ops, {}, &shared);
  return kept;
}

inline Kept save_state(const GivenState& state, disk::JournalDisk& disk, std::optional<router::After> kill = {}) {
  return keep(Checkpoint::Action::save, state, disk, kill);
}

/// Loads from a disk with these files, replacing another state.
inline Kept load_state(const GivenState& over, const disk::Contents& files, const std::string& circumstance = "") {
  disk::JournalDisk disk(files);
  return keep(Checkpoint::Action::load, over, disk, {}, circumstance);
}

/// Saves `state` on an empty disk.
/// returns  the files, or none if that failed. Then the test has failed, too
inline disk::Contents saved_files(const GivenState& state) {
  disk::JournalDisk disk;
  const Kept saved = save_state(state, disk);
  EXPECT_TRUE(saved.answer.verdict);
  return saved.answer.verdict ? disk.contents() : disk::Contents();
}

/// The first of a rank's tensors that differs from `state`, or "".
inline std::string wrong_tensor(const Checkpoint& op, const GivenState& state) {
  const auto at = first_difference(op.tensors_then.values(), state.tensors);
  if (at < 0) return "";
  const StateParts parts(op.width);
  const auto i = static_cast<std::size_t>(at);
  const bool is_moment = i < parts.moments, is_parameter = i >= parts.first_parameter();
  return fmt::format("a {} on rank {} is {}, and was {} when it was saved: {}",
                     is_moment      ? "moment of the optimizer"
                     : is_parameter ? "parameter"
                                    : "buffer",
                     op.rank, op.tensors_then.values()[i], state.tensors[i],
                     is_moment      ? "save and restore the optimizer's named_state()"
                     : is_parameter ? "save and restore the module's named_parameters()"
                                    : "save and restore the module's named_buffers(), as BatchNorm's running moments");
}

/// The first of a rank's numbers that differs from `state`, with the consequence, or "".
inline std::string wrong_number(const Checkpoint& op, const GivenState& state) {
  const StateNumbers now = op.numbers_then.values()[0], then = state.numbers[static_cast<std::size_t>(op.rank)];
  const StateNumbers rank_zeros = state.numbers[0];
  const auto differs = [&](const std::string& what, auto found, auto expected, const std::string& advice) {
    return fmt::format("{} is {} on rank {}, and was {} when it was saved: {}", what, found, op.rank, expected, advice);
  };
  if (now.steps != then.steps)
    return differs("the optimizer's steps()", now.steps, then.steps,
                   "restore it with set_steps(), else the bias correction of Adam starts again");
  if (now.rate != then.rate)
    return differs("the optimizer's rate()", now.rate, then.rate,
                   "restore it with set_rate(), else the schedule starts again");
  if (now.epoch != then.epoch)
    return differs("epoch", now.epoch, then.epoch, "without it the sampler repeats the order of earlier epochs");
  if (now.position != then.position)
    return differs("position", now.position, then.position,
                   "without it the epoch starts again, and some samples are seen twice");
  if (now.seed == then.seed && now.drawn == then.drawn) return "";
  const bool is_rank_zeros = now.seed == rank_zeros.seed && now.drawn == rank_zeros.drawn;
  return fmt::format(
      "the generator of rank {} has seed {} and position {}, and had seed {} and position {} when it was saved: {}",
      op.rank, now.seed, now.drawn, then.seed, then.drawn,
      op.rank > 0 && is_rank_zeros ? "this is rank 0's. Each rank has its own, which it sends to rank 0 before the save"
                                   : "save and restore seed() and position() of each rank");
}

/// All ranks have returned true, and have the saved `state`.
inline testing::AssertionResult is_back(const Kept& loaded, const GivenState& state) {
  if (!loaded.answer.verdict) return loaded.answer.verdict;
  for (const Checkpoint& op : loaded.ops) {
    if (op.loaded.values()[0] != 1)
      return holds(op, false, fmt::format("returned false on rank {}, although the checkpoint is complete", op.rank));
    for (const std::string& wrong : {wrong_tensor(op, state), wrong_number(op, state)})
      if (!wrong.empty()) return holds(op, false, wrong);
  }
  return testing::AssertionSuccess();
}

/// All ranks have returned false, and are unchanged.
inline testing::AssertionResult is_refused(const Kept& loaded, const GivenState& before, const std::string& why) {
  if (!loaded.answer.verdict) return loaded.answer.verdict;
  for (const Checkpoint& op : loaded.ops) {
    if (op.loaded.values()[0] != 0)
      return holds(op, false, fmt::format("returned true on rank {}, expected false: {}", op.rank, why));
    const StateNumbers now = op.numbers_then.values()[0], then = before.numbers[static_cast<std::size_t>(op.rank)];
    const bool same = first_difference(op.tensors_then.values(), before.tensors) < 0 && now.epoch == then.epoch &&
                      now.position == then.position && now.steps == then.steps && now.seed == then.seed &&
                      now.drawn == then.drawn && now.rate == then.rate;
    if (!same)
      return holds(op, false, fmt::format("returned false on rank {} and changed the state all the same: look at "
                                          "all of the file before you change anything", op.rank));
  }
  return testing::AssertionSuccess();
}

}  // namespace gridmark::lab3
