#pragma once
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "grader/system/sandbox.h"

namespace gridmark::test {

/// An attack of `sandbox_hostile`, and the expected end of its run.
struct HostileCase {
  const char* name;
  std::vector<std::string> attack;
  RunReport::End end = RunReport::End::exited;
  std::string detail = "";  ///< expected part of the report's detail
  std::vector<std::string> options = {};
  std::optional<RunReport::End> landlock_end = {};  ///< if the end differs without mounts
};

/// Prints the name of a case when a test prints its parameter.
inline void PrintTo(const HostileCase& given, std::ostream* out) { *out << given.name; }

/// The cases of both isolations.
std::vector<HostileCase> hostile_cases();

}  // namespace gridmark::test
