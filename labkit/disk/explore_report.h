#pragma once
// The result of an exploration, for people and for programs. No input or output.
#include <string>

#include "labkit/disk/judgement.h"

namespace gridmark::disk {

/// The number of states and of bad states, and the smallest bad one with the operations before its crash.
std::string explore_text(const Judgement& judgement);

/// The same facts and all operations. docs/disk.md describes the format.
std::string explore_json(const Journal& journal, const Judgement& judgement);

/// A line of --dry-run: the time of the crash, and the files with their sizes.
std::string state_line(const Journal& journal, const CrashState& state);

}  // namespace gridmark::disk
