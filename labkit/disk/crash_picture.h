#pragma once
// A picture of one crash state. No input or output.
#include <string>

#include "base/crash_picture.h"
#include "labkit/disk/crash_states.h"

namespace gridmark::disk {

/// The last calls before the crash, each with the fate of its change, and the files after the crash.
///
/// state      a state that for_each_crash_state() made from `journal`
/// complaint  why a crash must not leave this state
CrashPicture crash_picture(const Journal& journal, const CrashState& state, const std::string& complaint);

}  // namespace gridmark::disk
