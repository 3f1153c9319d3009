#pragma once
// Which checkpoint the submission's loader finds on a disk that a crash has left.
#include "labs/lab3-distributed/tests/checkpoints.h"

namespace gridmark::lab3 {

/// Saves of one training, one after the other on the same disk, and what load_checkpoint() makes of the files.
class Recovery {
 public:
  /// Number of a save, from 1; no checkpoint; or a state that nobody saved.
  static constexpr int none = 0, mixture = -1;

  explicit Recovery(int world) : over_(any_state(world)) {}

  /// `files` are those after a save of `state`. Where they do not bring it back, the test has failed.
  testing::AssertionResult add(const GivenState& state, const disk::Contents& files) {
    const Kept loaded = load_state(over_, files);
    if (!loaded.answer.verdict) return loaded.answer.verdict;
    const Checkpoint& op = loaded.ops[0];
    const std::size_t first = StateParts(op.width).first_parameter();
    const bool parameters_are_back =
        first_difference(op.tensors_then.values().subspan(first), std::span(state.tensors).subspan(first)) < 0;
    found_.push_back(tensors_of(loaded));
    if (first_difference(found_.back(), found_.back()) >= 0)
      return holds(op, false, "brings back NaN, which was not saved");
    return holds(op, op.loaded.values()[0] == 1 && parameters_are_back,
                 op.loaded.values()[0] == 1 ? "the parameters are not those that were just saved"
                                            : "finds no checkpoint right after save_checkpoint() has returned");
  }

  /// The save that is found in `files`. A loader that fails has failed the test.
  int save_in(const disk::Contents& files, const std::string& circumstance) {
    const auto known = known_.find(files);
    if (known != known_.end()) return known->second;
    const Kept loaded = load_state(over_, files, circumstance);
    int save = mixture;
    if (loaded.answer.verdict && loaded.ops[0].loaded.values()[0] == 0) save = none;
    if (loaded.answer.verdict && loaded.ops[0].loaded.values()[0] == 1)
      for (std::size_t i = 0; i < found_.size(); ++i)
        if (first_difference(tensors_of(loaded), found_[i]) < 0) save = static_cast<int>(i) + 1;
    return known_[files] = save;
  }

  /// Why a crash must not leave this; "" where it may. `returned` saves have returned.
  std::string complaint(const disk::Contents& files, std::size_t returned, const std::string& circumstance) {
    const int save = save_in(files, circumstance);
    const std::string after = fmt::format("though {} {} returned", returned, returned == 1 ? "save has" : "saves have");
    if (save == mixture) return "load_checkpoint() finds a state that was never saved";
    if (save >= static_cast<int>(returned)) return "";
    return save == none ? "load_checkpoint() finds no whole checkpoint, " + after
                        : fmt::format("load_checkpoint() finds that of save {}, {}", save, after);
  }

 private:
  static std::vector<float> tensors_of(const Kept& loaded) {
    const auto values = loaded.ops[0].tensors_then.values();
    return {values.begin(), values.end()};
  }

  GivenState over_;
  std::vector<std::vector<float>> found_;  ///< by each save
  std::map<disk::Contents, int> known_;
};

inline disk::Contents owned(const disk::CrashState& state) {
  disk::Contents files;
  for (const auto& [name, bytes] : state.files) files.emplace(name, bytes);
  return files;
}

/// The last calls before a crash that change the disk.
inline std::string last_calls(const disk::Journal& journal, std::size_t operations) {
  std::string words;
  for (std::size_t i = operations, count = 0; i-- > 0 && count < 5;) {
    if (!disk::changes_disk(journal.operations[i])) continue;
    words = disk::in_words(journal.operations[i]) + (count++ == 0 ? "" : ", ") + words;
  }
  return words;
}

/// The step of a safe save that is missing where a crash leaves this.
inline std::string missing_step(const disk::Journal& journal, const disk::CrashState& state) {
  const auto created = [&](const disk::Operation& one) {
    return one.kind == disk::Kind::create && one.name == "checkpoint";
  };
  const auto done = journal.operations.begin() + static_cast<std::ptrdiff_t>(state.operations);
  if (std::any_of(journal.operations.begin(), done, created))
    return "Write another file, and rename() it to \"checkpoint\" when it is safe: create() empties the old one at once";
  if (state.files.count("checkpoint") == 0 && state.names_kept > 0)
    return "Do not remove the old file: rename() replaces it in one step";
  for (const auto& [name, share] : state.unsynced)
    if (name == "checkpoint" && share != disk::Share::all)
      return "Call fsync() on the new file before rename(): the name can be safe earlier than the data";
  return "Call fsync_folder() behind rename(), before save_checkpoint() returns: until then the new name is not safe";
}

}  // namespace gridmark::lab3
