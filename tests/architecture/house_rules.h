#pragma once
// house_rules: which room of the house may include which, and what else its sources promise.
#include <string>
#include <vector>

#include "tests/architecture/source_tree.h"

namespace gridmark::architecture {

struct Violation {
  std::string path;
  int line = 0;  ///< 0: the file as a whole
  std::string message;
};

/// "path:line: message", one line for each.
std::string listing(const std::vector<Violation>& violations);

/// The room that a path belongs to: "grader/score", "emulation/engine", "labs/NAME"; a file directly in
/// grader/, emulation/ or labkit/ belongs to that folder; "" for what is in no room.
std::string room_of(const std::string& path);

/// Includes from one room into another that the table in house_rules.cpp does not have.
std::vector<Violation> forbidden_includes(const std::vector<SourceFile>& files);

/// POSIX and Linux headers in grader/ outside the rooms that wrap them.
std::vector<Violation> posix_out_of_place(const std::vector<SourceFile>& files);

/// Files of a room of grader/ that stand in the plain namespace: a call shows its room. Values of grader/core
/// are plain, as all rooms speak in them.
std::vector<Violation> plain_namespaces(const std::vector<SourceFile>& files);

/// x.cpp files with an x.h beside them that do not include it first: the proof that x.h compiles alone.
std::vector<Violation> own_header_not_first(const std::vector<SourceFile>& files);

}  // namespace gridmark::architecture
