#pragma once
// The bad crash states, and the smallest of them in words.
#include <optional>

#include "labkit/disk/crash_picture.h"
#include "labkit/disk/crash_states.h"

namespace gridmark::disk {

/// One state that a crash must not leave.
struct BadState {
  std::size_t operations = 0;  ///< operations before the crash
  std::size_t returned = 0;    ///< saves that had returned
  std::string
      moment;  ///< "after operation 7 of 9 (rename tmp to ckpt), with half of the unsynced data of ckpt"
  std::string complaint;  ///< "the checkpoint is torn"
  Contents files;
  CrashPicture picture;

  /// "after operation 7 of 9 (...): the checkpoint is torn"
  std::string sentence() const { return moment + ": " + complaint; }
};

struct Judgement {
  Explored explored;
  std::size_t bad = 0;
  std::optional<BadState> smallest;  ///< the one with the earliest crash
};

/// Calls `complaint_about` for each crash state. It returns "" for an acceptable state, else a complaint.
/// `CrashState::returned` counts the saves that must not be lost any more.
Judgement judge(const Journal& journal, const std::function<std::string(const CrashState&)>& complaint_about,
                std::size_t limit = usual_limit);

/// The time of the crash and the data that survived it, in words.
std::string moment_in_words(const Journal& journal, const CrashState& state);

}  // namespace gridmark::disk
