#pragma once
#include <optional>
#include <string>

#include "grader/core/test_result.h"

namespace gridmark {

/// How well the failure of a test is explained, least first.
enum class Explanation {
  none,      ///< it follows from another failure, or only time ran out
  symptom,   ///< a wrong element or an error code, without its cause
  ended,     ///< the place where the program ended
  likely,    ///< a mistake that would have this effect
  seen,      ///< the access, the call or the loop itself
  not_built  ///< nothing else can be known
};

Explanation explanation_of(const TestResult& test);

/// The number of missing barriers that a race has shown, at least 1. A larger call shows more of them.
std::size_t shown_barriers(const TestResult& test);

/// Whether the device saw the cause at a place: an access, a call, a loop. A likely mistake is not seen.
bool is_seen(Cause::Kind kind);

/// Whether the cause is a memory fault that the device or the counters saw.
bool is_memory_fault(Cause::Kind kind);

/// Whether one change of the source repairs both causes, because they are of the same kind at the same line.
/// Two likely mistakes are the same only if their words are. An access at which the device ended the program
/// is the same as the access that the counters saw there.
bool is_same_cause(const Cause& one, const Cause& other);

}  // namespace gridmark
