#pragma once
#include <optional>
#include <string>

#include "grader/core/test_result.h"

namespace gridmark {

/// How far the failure of a test explains itself, least first.
enum class Explanation {
  none,      ///< it follows from something else, or only time ran out
  symptom,   ///< what is wrong, not why: a wrong element, an error code
  ended,     ///< the program ended there
  likely,    ///< a mistake that would do the same
  seen,      ///< the access, the call or the loop itself
  not_built  ///< nothing else can be known
};

Explanation explanation_of(const TestResult& test);

/// Missing barriers that a race has shown, at least 1: a larger call shows more of them than a small one.
std::size_t shown_barriers(const TestResult& test);

/// Whether the device saw the cause at a place: an access, a call, a loop. A mistake that fits is not seen.
bool is_seen(Cause::Kind kind);

/// Whether the cause is about memory: a fault that the device or the counters saw.
bool is_memory_fault(Cause::Kind kind);

/// Whether one change of the source mends both: the same kind at the same line. Two mistakes that fit are the
/// same only by their words, and an access at which the device ended the program is the one that the counters
/// saw there.
bool is_same_cause(const Cause& one, const Cause& other);

}  // namespace gridmark
