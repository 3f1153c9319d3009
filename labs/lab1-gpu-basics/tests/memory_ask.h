#pragma once
// Calls of memory_profiling.cu, and their correct answers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "labkit/channel/ask.h"
#include "labkit/channel/floors.h"
#include "labs/lab1-gpu-basics/memory_operations.h"

namespace gridmark::lab1 {

inline testing::AssertionResult wrong(const std::string& message) {
  channel::Failure failure;
  failure.outcome = "wrong_answer";
  failure.message = message;
  channel::note_failure(failure);
  return testing::AssertionFailure() << message;
}

/// The name of the stage on a line from the worker.
inline std::string stage_of(const NamedBytes& line) {
  return {line.stage, strnlen(line.stage, sizeof line.stage)};
}

/// The expected bytes of a stage, and the parts of this sum.
struct ExpectedStage {
  std::string stage;
  std::uint64_t bytes;
  std::string sum;
};

/// The memory of one training step, computed from the sizes of the network alone.
class TrainingMemory {
 public:
  static constexpr std::uint64_t rows = 64;  ///< of the batch

  explicit TrainingMemory(const ProfileMemory& op)
      : element_(op.precision == Precision::f16 ? 2 : 4), word_(name_of(op.precision)) {
    const auto widths = op.widths.values();
    const auto width = [&](std::size_t i) { return static_cast<std::uint64_t>(widths[i]); };
    for (std::size_t i = 0; i + 1 < widths.size(); ++i) parameters_ += (width(i) + 1) * width(i + 1);
    batch = rows * width(0) * element_ + rows * 4;
    // Each hidden layer keeps the result of its ReLU, and the last layer keeps its logits. The loss keeps one
    // f32 value for each row, and is one value itself.
    for (std::size_t i = 1; i < widths.size(); ++i) activations += rows * width(i) * element_;
    activations += rows * 4 + 4;
    parameters = gradients = parameters_ * element_;
    state = parameters_ * 4 * (op.rule == Rule::adam ? 2 : op.rule == Rule::momentum ? 1 : 0);
  }

  /// The stages, in bytes above the earlier allocations.
  std::vector<ExpectedStage> stages() const {
    const std::string p = fmt::format("{} parameters of {} bytes ({})", parameters_, element_, word_);
    const std::string b = p + fmt::format(" + a batch of {} bytes", batch);
    const std::string g = fmt::format(" + as many bytes of gradients");
    const std::string a = fmt::format(" + {} bytes of activations and loss", activations);
    const std::string s = fmt::format(" + {} bytes of the optimizer's state (f32)", state);
    const std::uint64_t held = parameters + batch;
    return {{"start", 0, "nothing"},
            {"parameters", parameters, p},
            {"batch", held, b},
            {"forward", held + activations, b + a},
            {"backward", held + activations + gradients, b + a + g},
            {"graph released", held + gradients, b + g},
            {"step", held + gradients + state, b + g + s},
            {"gradients cleared", held + state, b + s}};
  }
  std::uint64_t peak() const { return parameters + batch + gradients + std::max(activations, state); }

  std::uint64_t batch = 0, activations = 0, parameters = 0, gradients = 0, state = 0;

 private:
  std::uint64_t parameters_ = 0, element_;
  std::string word_;
};

inline ProfileMemory profile_call(std::vector<std::int32_t> widths, Precision precision, Rule rule,
                                      std::uint64_t ballast = 0) {
  ProfileMemory op;
  op.widths = channel::In<std::int32_t>(widths);
  op.precision = precision;
  op.rule = rule;
  op.ballast = ballast;
  return op;
}

inline const ProfileFacts& facts_of(const ProfileMemory& op) { return op.facts.values()[0]; }

/// Whether there are eight samples with the right names.
inline testing::AssertionResult has_all_stages(const ProfileMemory& op,
                                               const std::vector<ExpectedStage>& expected) {
  const std::uint64_t found = facts_of(op).samples;
  if (found != expected.size())
    return wrong(fmt::format("{} returned {} samples, expected {}: one for each of memory_stages",
                             op.describe(), found, expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (const std::string stage = stage_of(op.samples.values()[i]); stage != expected[i].stage)
      return wrong(fmt::format("{}: sample {} is of the stage \"{}\", expected \"{}\"", op.describe(), i + 1,
                               stage, expected[i].stage));
  return testing::AssertionSuccess();
}

/// Checks the least launches and copies of a training. Each layer needs a forward product, a product for its
/// gradient, and a step of its weights and its biases. This rejects sizes that were computed without a
/// training.
inline testing::AssertionResult is_of_a_training(const ProfileMemory& op) {
  const TrainingMemory memory(op);
  const channel::Meters& meters = channel::last_reply().meters;
  return channel::above_floors("profile_training_memory",
                            {{"bytes of device memory at once", static_cast<double>(meters.peak_bytes),
                              static_cast<double>(facts_of(op).before + memory.peak())},
                             {"bytes copied to the device", static_cast<double>(meters.host_to_device.bytes),
                              static_cast<double>(memory.parameters)},
                             {"launches", static_cast<double>(meters.launches),
                              4 * static_cast<double>(op.widths.size() - 1)}});
}

/// Runs the call, and compares every sample with the closed form from the network's sizes.
inline testing::AssertionResult samples_are_right(ProfileMemory& op) {
  if (testing::AssertionResult asked = channel::ask(op); !asked) return asked;
  const std::vector<ExpectedStage> expected = TrainingMemory(op).stages();
  if (testing::AssertionResult all = has_all_stages(op, expected); !all) return all;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::uint64_t bytes = op.samples.values()[i].bytes, right = facts_of(op).before + expected[i].bytes;
    if (bytes == right) continue;
    const std::string others =
        facts_of(op).before > 0 ? fmt::format(" + {} bytes of other tensors", facts_of(op).before) : "";
    return wrong(fmt::format("{}: \"{}\" has {} bytes, expected {}: {}{}", op.describe(), expected[i].stage,
                             bytes, right, expected[i].sum, others));
  }
  return is_of_a_training(op);
}

inline testing::AssertionResult samples_are_right(ProfileMemory&& op) { return samples_are_right(op); }

/// Runs the call. Compares every sample with the kit's own log, and both with the requests to the device.
inline testing::AssertionResult samples_are_those_of_the_log(ProfileMemory op) {
  if (testing::AssertionResult asked = channel::ask(op); !asked) return asked;
  const TrainingMemory memory(op);
  if (testing::AssertionResult all = has_all_stages(op, memory.stages()); !all) return all;
  const ProfileFacts& facts = facts_of(op);
  if (facts.notes != facts.samples)
    return wrong(
        fmt::format("{}: the allocator's log has {} notes for {} samples. Call note_stage() with each sample",
                    op.describe(), facts.notes, facts.samples));
  for (std::size_t i = 0; i < facts.samples; ++i) {
    const NamedBytes &sample = op.samples.values()[i], &note = op.notes.values()[i];
    if (stage_of(sample) == stage_of(note) && sample.bytes == note.bytes) continue;
    return wrong(
        fmt::format("{}: sample {} is \"{}\" with {} bytes, and the allocator's log has \"{}\" with {}",
                    op.describe(), i + 1, stage_of(sample), sample.bytes, stage_of(note), note.bytes));
  }
  const std::uint64_t kept = facts.before + memory.parameters + memory.state;
  if (facts.after != kept)
    return wrong(
        fmt::format("{}: {} bytes are allocated after the call, expected {}: the parameters and the "
                    "optimizer's state, and nothing of the batch, the graph or the gradients",
                    op.describe(), facts.after, kept));
  if (const auto& leaks = channel::last_reply().leaks; !leaks.empty())
    return wrong(
        fmt::format("{}: {} bytes of device memory are never freed", op.describe(), leaks.front().bytes));
  return is_of_a_training(op);
}

/// Compares try_allocate's report with its requests to the device. Both come from the allocator's own
/// records.
inline testing::AssertionResult asked_the_device(const std::string& call, const AllocationFacts& facts) {
  constexpr std::uint64_t proof = std::uint64_t{1} << 20;  // allocated to test whether the device still works
  const channel::Meters& meters = channel::last_reply().meters;
  const std::uint64_t most = meters.peak_bytes - std::min(meters.peak_bytes, meters.live_bytes);
  if (facts.allocated != 0 && most < facts.asked)
    return wrong(fmt::format("{}: reports that it was allocated, but took at most {} bytes of the device. Ask for "
                             "them with cudaMalloc()",
                             call, most));
  if (meters.allocations < (facts.allocated != 0 ? 2u : 1u) || most < proof)
    return wrong(call + ": reports that the device recovered, but allocated nothing afterwards to test it");
  return testing::AssertionSuccess();
}

/// Runs the call. Checks that the reported outcome is true and that nothing is left behind.
inline testing::AssertionResult survived(double share, double taken, bool has_room) {
  TryAllocate op;
  op.share = share;
  op.taken = taken;
  if (testing::AssertionResult asked = channel::ask(op); !asked) return asked;
  const AllocationFacts& facts = op.facts.values()[0];
  const std::string call =
      fmt::format("{}, {} bytes of {} free", op.describe(), facts.asked, facts.free_before);
  if ((facts.allocated != 0) != has_room)
    return wrong(fmt::format("{}: reports that it was {}allocated", call, facts.allocated != 0 ? "" : "not "));
  if (facts.reported_free != facts.free_before)
    return wrong(fmt::format("{}: reports that {} bytes were free", call, facts.reported_free));
  if (facts.pending != 0)
    return wrong(
        fmt::format("{}: CUDA's error {} is still pending afterwards, and the next check of a launch will "
                    "report it. cudaGetLastError() clears it",
                    call, facts.pending));
  if (facts.free_after != facts.free_before)
    return wrong(
        fmt::format("{}: {} bytes are free afterwards. Free the memory that you allocate", call, facts.free_after));
  if (facts.recovered == 0) return wrong(call + ": reports that the device did not recover, but it did");
  if (facts.works == 0) return wrong(call + ": the device does no work afterwards");
  return asked_the_device(call, facts);
}

}  // namespace gridmark::lab1
