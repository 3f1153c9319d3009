#pragma once
// Which of several saves a lab's loader finds on a disk after a crash, and why that is wrong.
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "labkit/disk/judgement.h"

namespace gridmark::disk {

/// Several states that are saved one after the other in the file "checkpoint" of one disk.
class Recovery {
 public:
  /// The number of a save, from 1. Or no checkpoint, or a state that was never saved.
  static constexpr int none = 0, mixture = -1;

  /// The result of a loader.
  struct Found {
    bool answered = true;      ///< false if it failed, and then the test has failed
    bool loaded = false;       ///< it returned true
    std::vector<float> state;  ///< the state that it left
  };
  using Load = std::function<Found(const Contents& files, const std::string& circumstance)>;

  explicit Recovery(Load load) : load_(std::move(load)) {}

  /// Adds the state of the next save, in the form that a loader brings back.
  void add(std::vector<float> state) { saved_.push_back(std::move(state)); }

  /// Why a crash must not leave these files, or "" if it may. `returned` saves have returned.
  std::string complaint(const Contents& files, std::size_t returned, const std::string& circumstance);

  struct Verdict {
    Judgement judged;
    std::string message;  ///< the smallest bad state and the missing step, or "" if there is none
  };
  /// Runs the loader for each state that a crash can leave.
  ///
  /// save  the function that saves, for the advice: "save_checkpoint()"
  Verdict judge_all(const Journal& journal, const std::string& save, std::size_t most_states);

 private:
  int save_in(const Contents& files, const std::string& circumstance);

  Load load_;
  std::vector<std::vector<float>> saved_;
  std::map<Contents, int> known_;
};

/// A copy of a state's files that may outlive the state.
Contents owned(const CrashState& state);

}  // namespace gridmark::disk
