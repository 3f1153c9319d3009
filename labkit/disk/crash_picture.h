#pragma once
// One crash state as a picture. Pure.
#include <string>

#include "base/crash_picture.h"
#include "labkit/disk/crash_states.h"

namespace gridmark::disk {

/// The last calls before the crash, each with the fate of its change, and the files that the crash leaves.
///
/// state      one that for_each_crash_state() made of `journal`
/// complaint  why a crash must not leave it
CrashPicture crash_picture(const Journal& journal, const CrashState& state, const std::string& complaint);

}  // namespace gridmark::disk
