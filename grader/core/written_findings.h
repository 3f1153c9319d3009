#pragma once
// The findings in a report that a score and a page need.
#include <optional>
#include <string>
#include <vector>

#include "grader/core/measurement.h"
#include "grader/core/plotted_data.h"
#include "grader/core/value_limits.h"
#include "grader/core/written_part.h"

namespace gridmark {

/// One fault, in a message that a student can act on.
struct WrittenFinding {
  std::string reason;
  std::optional<Place> place;
  friend bool operator==(const WrittenFinding&, const WrittenFinding&) = default;
};

/// One aspect of the report. Its item earns the part of its points that was met.
struct WrittenCheck {
  WrittenAspect aspect = WrittenAspect::sections;
  int met = 0;
  int required = 0;                         ///< 0: the lab does not require this aspect
  std::vector<WrittenFinding> findings;     ///< none if all was met, in the report's order
  std::vector<WrittenFinding> doubts = {};  ///< doubts that a person must check first
  int doubted = 0;                          ///< the part of `met` that counts only if a person accepts it
  friend bool operator==(const WrittenCheck&, const WrittenCheck&) = default;
};

enum class ClaimStanding {
  agrees,
  differs,
  not_compared,  ///< stated, but the grader has no value to compare: a time on another device
  unverifiable,  ///< the grader has no measurement, because its test failed
  absent         ///< missing or not readable in the report
};

constexpr auto names(ClaimStanding) {
  using enum ClaimStanding;
  return EnumNames<ClaimStanding, 5>{{{agrees, "agrees"},
                                      {differs, "differs"},
                                      {not_compared, "not_compared"},
                                      {unverifiable, "unverifiable"},
                                      {absent, "absent"}}};
}

/// A required claim with the grader's own value.
struct ComparedClaim {
  std::string id;
  std::string title;
  std::optional<Measurement> claimed;  ///< as the student wrote it, provenance claimed
  std::optional<Measurement> own;      ///< the grader's value
  ClaimStanding standing = ClaimStanding::absent;
  std::string reason;  ///< one message, empty if the values agree
  friend bool operator==(const ComparedClaim&, const ComparedClaim&) = default;
};

struct WrittenFindings {
  bool handed_in = false;            ///< REPORT.md has text that is not in the starter
  std::vector<WrittenCheck> checks;  ///< one for each aspect
  std::vector<ComparedClaim> claims;
  std::vector<PlottedData> plots = {};  ///< plots whose data can be read
  friend bool operator==(const WrittenFindings&, const WrittenFindings&) = default;
};

constexpr auto fields(const WrittenFinding*) {
  return std::tuple{field("reason", &WrittenFinding::reason, any_text), place_field<WrittenFinding>()};
}

constexpr auto fields(const WrittenCheck*) {
  return std::tuple{
      field("aspect", &WrittenCheck::aspect),
      field("met", &WrittenCheck::met, small_count),
      field("required", &WrittenCheck::required, small_count),
      field("findings", &WrittenCheck::findings, any_list),
      field("doubts", &WrittenCheck::doubts, any_list,
            "why the item waits for review. Absent: it does not wait", Presence::not_default),
      derived<WrittenCheck, std::optional<int>>(
          "doubted",
          [](const WrittenCheck& check) {
            return check.doubts.empty() ? std::nullopt : std::optional(check.doubted);
          },
          [](WrittenCheck& check, std::optional<int> doubted) { check.doubted = doubted.value_or(0); },
          small_count, "of met, the part that counts only if a person accepts it")};
}

constexpr auto fields(const ComparedClaim*) {
  return std::tuple{field("id", &ComparedClaim::id, any_text),
                    field("title", &ComparedClaim::title, any_text),
                    field("claimed", &ComparedClaim::claimed, AnyOfType{}, "", Presence::null),
                    field("own", &ComparedClaim::own, AnyOfType{}, "", Presence::null),
                    field("standing", &ComparedClaim::standing, AnyOfType{},
                          "not_compared: a time on another device. unverifiable: gridmark has no value to "
                          "compare with. Absent: not stated"),
                    field("reason", &ComparedClaim::reason, any_text, "empty where it agrees")};
}

constexpr auto fields(const WrittenFindings*) {
  return std::tuple{
      field("handed_in", &WrittenFindings::handed_in, AnyOfType{},
            "false: the report holds nothing but the starter's words, or there is none"),
      field("checks", &WrittenFindings::checks, any_list),
      field("claims", &WrittenFindings::claims, any_list),
      field("plots", &WrittenFindings::plots, any_list,
            "the student's data, of plots whose data can be read. Absent: none", Presence::not_default)};
}

}  // namespace gridmark
