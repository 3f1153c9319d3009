#pragma once
#include <string>
#include <utility>

#include "labkit/repairs/repair.h"

namespace gridmark::oracle {

/// The mistake and the advice, as the end of a message, and the repair of the source.
struct Diagnosis {
  std::string words = {};  ///< "" if unknown
  repairs::Remedy remedy = {};

  Diagnosis() = default;
  Diagnosis(std::string text, repairs::Remedy by = {}) : words(std::move(text)), remedy(std::move(by)) {}
  Diagnosis(const char* text, repairs::Remedy by = {}) : words(text), remedy(std::move(by)) {}
  bool empty() const { return words.empty(); }
};

}  // namespace gridmark::oracle
