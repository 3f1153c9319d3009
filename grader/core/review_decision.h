#pragma once
#include <string>

#include "base/enum_names.h"
#include "grader/core/value_limits.h"

namespace gridmark {

/// A person's decision about an item whose outcome was `review`.
struct ReviewDecision {
  std::string item;       ///< id of the item
  bool accepted = false;  ///< true: the evidence is honest, and the item is scored as if its tests had passed
  std::string by;         ///< the person who decided
  std::string when;       ///< UTC, RFC 3339
  std::string reason;     ///< one message, for the student and for later readers
  friend bool operator==(const ReviewDecision&, const ReviewDecision&) = default;
};

/// The spelling of `accepted` in a document.
enum class Decision { rejected, accepted };
constexpr auto names(Decision) {
  return EnumNames<Decision, 2>{{{Decision::accepted, "accepted"}, {Decision::rejected, "rejected"}}};
}

constexpr auto fields(const ReviewDecision*) {
  return std::tuple{
      field("item", &ReviewDecision::item, any_text),
      derived<ReviewDecision, Decision>(
          "decision",
          [](const ReviewDecision& one) { return one.accepted ? Decision::accepted : Decision::rejected; },
          [](ReviewDecision& one, Decision read) { one.accepted = read == Decision::accepted; }),
      field("by", &ReviewDecision::by, any_text),
      field("when", &ReviewDecision::when, any_text, "UTC, RFC 3339"),
      field("reason", &ReviewDecision::reason, any_text)};
}

}  // namespace gridmark
