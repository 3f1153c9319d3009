#pragma once
// The result of an exploration, for people and for programs. Pure.
#include <string>

#include "labkit/disk/judgement.h"

namespace gridmark::disk {

/// The number of states, how many are bad, and the smallest bad one with the operations before its crash.
std::string explore_text(const Judgement& judgement);

/// The same, and all operations, as docs/disk.md describes it.
std::string explore_json(const Journal& journal, const Judgement& judgement);

/// A line of --dry-run: when the crash came, and the files with their sizes.
std::string state_line(const Journal& journal, const CrashState& state);

}  // namespace gridmark::disk
