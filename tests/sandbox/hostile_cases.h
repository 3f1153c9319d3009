#pragma once
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "grader/system/sandbox.h"

namespace gridmark::test {

/// An attack of `sandbox_hostile`, and how its run must end.
struct HostileCase {
  const char* name;
  std::vector<std::string> attack;
  RunReport::End end = RunReport::End::exited;
  std::string detail = "";  ///< must be part of the report's
  std::vector<std::string> options = {};
  std::optional<RunReport::End> landlock_end = {};  ///< where it ends otherwise without mounts
};

/// Names a case where a test prints its parameter.
inline void PrintTo(const HostileCase& given, std::ostream* out) { *out << given.name; }

/// Of both isolations.
std::vector<HostileCase> hostile_cases();

}  // namespace gridmark::test
