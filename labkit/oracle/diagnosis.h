#pragma once
#include <string>
#include <utility>

#include "labkit/repairs/repair.h"

namespace gridmark::oracle {

/// What went wrong, then what to do, as the end of a message; and how a source is repaired.
struct Diagnosis {
  std::string words = {};  ///< "": not known
  repairs::Repair repair = repairs::Repair::unknown;

  Diagnosis() = default;
  Diagnosis(std::string text, repairs::Repair by = repairs::Repair::unknown)
      : words(std::move(text)), repair(by) {}
  Diagnosis(const char* text, repairs::Repair by = repairs::Repair::unknown) : words(text), repair(by) {}
  bool empty() const { return words.empty(); }
};

}  // namespace gridmark::oracle
