#pragma once
// A source, a repair, and the lines that it changes.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "labkit/repairs/repairs.h"

namespace gridmark::repairs {

struct Example {
  const char* name;
  Repair repair;
  int line;
  const char* text;
  std::vector<std::string> changed;  ///< "LINE: NEW TEXT" for each; empty: no change
  const char *array = "", *length = "";
};

inline void PrintTo(const Example& one, std::ostream* to) { *to << one.name; }

inline std::vector<std::string> changes_of(const Example& one) {
  std::vector<std::string> found;
  for (const emulation::Fix& fix :
       repaired({one.repair, one.array, one.length}, {"a.cu", one.text, one.line, "call"})) {
    EXPECT_EQ(fix.place.file, "a.cu");
    found.push_back(std::to_string(fix.place.line) + (fix.replaces.empty() ? "+ " : ": ") + fix.text);
  }
  return found;
}

}  // namespace gridmark::repairs
