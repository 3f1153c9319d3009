#pragma once
#include <string>
#include <utility>

#include "labkit/repairs/repair.h"

namespace gridmark::oracle {

/// What went wrong, then what to do, as the end of a message; and how a source is repaired.
struct Diagnosis {
  std::string words = {};  ///< "": not known
  repairs::Remedy remedy = {};

  Diagnosis() = default;
  Diagnosis(std::string text, repairs::Remedy by = {}) : words(std::move(text)), remedy(std::move(by)) {}
  Diagnosis(const char* text, repairs::Remedy by = {}) : words(text), remedy(std::move(by)) {}
  bool empty() const { return words.empty(); }
};

}  // namespace gridmark::oracle
