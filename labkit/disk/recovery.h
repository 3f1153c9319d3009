#pragma once
// Which of several saves a lab's loader finds on a disk that a crash has left, and why that is wrong.
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "labkit/disk/judgement.h"

namespace gridmark::disk {

/// Saves of one state after another in the file "checkpoint" of one disk.
class Recovery {
 public:
  /// Number of a save, from 1; no checkpoint; or a state that nobody saved.
  static constexpr int none = 0, mixture = -1;

  /// What a loader made of some files.
  struct Found {
    bool answered = true;      ///< false: it failed, and the test has failed
    bool loaded = false;       ///< it returned true
    std::vector<float> state;  ///< that it left
  };
  using Load = std::function<Found(const Contents& files, const std::string& circumstance)>;

  explicit Recovery(Load load) : load_(std::move(load)) {}

  /// The next save was of this state, as a loader brings it back.
  void add(std::vector<float> state) { saved_.push_back(std::move(state)); }

  /// Why a crash must not leave this; "" where it may. `returned` saves have returned.
  std::string complaint(const Contents& files, std::size_t returned, const std::string& circumstance);

  struct Verdict {
    Judgement judged;
    std::string message;  ///< the smallest bad state and the step that is missing; "" if none
  };
  /// Asks the loader for each state that a crash can leave.
  ///
  /// save  the function that saves, for the advice: "save_checkpoint()"
  Verdict judge_all(const Journal& journal, const std::string& save, std::size_t most_states);

 private:
  int save_in(const Contents& files, const std::string& circumstance);

  Load load_;
  std::vector<std::vector<float>> saved_;
  std::map<Contents, int> known_;
};

/// The files of a state, which outlive it.
Contents owned(const CrashState& state);

}  // namespace gridmark::disk
