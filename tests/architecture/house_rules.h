#pragma once
// house_rules: the rooms that each room of the house may include, and other rules for its sources.
#include <string>
#include <vector>

#include "tests/architecture/source_tree.h"

namespace gridmark::architecture {

struct Violation {
  std::string path;
  int line = 0;  ///< 0: the complete file
  std::string message;
};

/// "path:line: message", one line for each.
std::string listing(const std::vector<Violation>& violations);

/// The room of a path: "grader/score", "emulation/engine", "labs/NAME". A file directly in grader/,
/// emulation/ or labkit/ belongs to that folder. "" for a path that is not in a room.
std::string room_of(const std::string& path);

/// Includes between rooms that are not in the table in house_rules.cpp.
std::vector<Violation> forbidden_includes(const std::vector<SourceFile>& files);

/// POSIX and Linux headers in grader/ outside the rooms that wrap them.
std::vector<Violation> posix_out_of_place(const std::vector<SourceFile>& files);

/// Files of a room of grader/ that are in the plain namespace, because a call should show its room. Values of
/// grader/core are plain, because all rooms use them.
std::vector<Violation> plain_namespaces(const std::vector<SourceFile>& files);

/// x.cpp files with an x.h next to them that do not include it first. Including it first proves that x.h
/// compiles alone.
std::vector<Violation> own_header_not_first(const std::vector<SourceFile>& files);

}  // namespace gridmark::architecture
