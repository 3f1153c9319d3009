#pragma once
// The checkpoint that the submission's loader finds on a disk after a crash.
#include "labkit/disk/recovery.h"
#include "labs/lab3-distributed/tests/checkpoints.h"

namespace gridmark::lab3 {

/// Consecutive saves of one training on the same disk, and the results of load_checkpoint() with the files.
class Recovery : public disk::Recovery {
 public:
  explicit Recovery(int world) : Recovery(any_state(world)) {}

  /// `files` are those after a save of `state`. If they do not restore it, the test has failed.
  testing::AssertionResult add(const GivenState& state, const disk::Contents& files) {
    const Kept loaded = load_state(over_, files);
    if (!loaded.answer.verdict) return loaded.answer.verdict;
    const Checkpoint& op = loaded.ops[0];
    const std::size_t first = StateParts(op.width).first_parameter();
    const bool parameters_are_back =
        first_difference(op.tensors_then.values().subspan(first), std::span(state.tensors).subspan(first)) < 0;
    const std::vector<float> found = tensors_of(loaded);
    disk::Recovery::add(found);
    if (first_difference(found, found) >= 0) return holds(op, false, "brings back NaN, which was not saved");
    return holds(op, op.loaded.values()[0] == 1 && parameters_are_back,
                 op.loaded.values()[0] == 1 ? "the parameters are not those that were just saved"
                                            : "finds no checkpoint right after save_checkpoint() has returned");
  }

 private:
  explicit Recovery(const GivenState& over)
      : disk::Recovery([over](const disk::Contents& files, const std::string& circumstance) {
          const Kept loaded = load_state(over, files, circumstance);
          if (!loaded.answer.verdict) return Found{.answered = false, .state = {}};
          return Found{.loaded = loaded.ops[0].loaded.values()[0] == 1, .state = tensors_of(loaded)};
        }),
        over_(over) {}

  static std::vector<float> tensors_of(const Kept& loaded) {
    const auto values = loaded.ops[0].tensors_then.values();
    return {values.begin(), values.end()};
  }

  GivenState over_;
};

}  // namespace gridmark::lab3
