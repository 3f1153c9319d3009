#include "grader/core/explanation.h"

#include <algorithm>

namespace gridmark {
namespace {

using Kind = Cause::Kind;

Explanation explanation_of(Kind kind) {
  switch (kind) {
    case Kind::consequence:
      return Explanation::none;
    case Kind::matched_mistake:
      return Explanation::likely;
    case Kind::not_built:
      return Explanation::not_built;
    default:
      return Explanation::seen;
  }
}

/// For a test whose checker knew no cause, and for a record of an older gridmark.
Explanation explanation_of(Outcome outcome, bool placed) {
  switch (outcome) {
    case Outcome::build_failed:
    case Outcome::missing:
    case Outcome::forbidden:
      return Explanation::not_built;
    case Outcome::crashed:
      return placed ? Explanation::seen : Explanation::ended;
    case Outcome::out_of_memory:
    case Outcome::output_limit:
      return Explanation::ended;
    case Outcome::timed_out:
      return placed ? Explanation::seen : Explanation::none;
    default:
      return Explanation::symptom;
  }
}

/// At a line, the device ends a program for the same access that the counters would report.
bool is_access(Kind kind) {
  return kind == Kind::fault || kind == Kind::out_of_bounds || kind == Kind::misaligned ||
         kind == Kind::use_after_free || kind == Kind::host_memory || kind == Kind::device_variable;
}

}  // namespace

Explanation explanation_of(const TestResult& test) {
  const bool placed = test.place.has_value();
  if (!test.cause) return explanation_of(test.outcome, placed);
  const Explanation known = explanation_of(test.cause->kind);
  return known == Explanation::seen && !placed ? Explanation::likely : known;
}

std::size_t shown_barriers(const TestResult& test) {
  const bool is_race = test.cause && test.cause->kind == Kind::race;
  return is_race ? std::max<std::size_t>(test.fixes.size(), 1) : 1;
}

bool is_seen(Kind kind) { return explanation_of(kind) == Explanation::seen; }

bool is_memory_fault(Kind kind) {
  return is_seen(kind) && kind != Kind::refused_call && kind != Kind::endless_loop && kind != Kind::leak &&
         kind != Kind::unchecked_error && kind != Kind::wrong_stream;
}

bool is_same_cause(const Cause& one, const Cause& other) {
  if (one.kind == Kind::fault || other.kind == Kind::fault)
    return is_access(one.kind) && is_access(other.kind);
  if (one.kind != other.kind) return false;
  return is_seen(one.kind) || one.words == other.words;
}

}  // namespace gridmark
