#pragma once
#include <optional>
#include <string>

#include "grader/compile/source_facts.h"
#include "grader/core/lab.h"

namespace gridmark {

/// Why a student's source may not hold `word`, as the end of "benchmark.cu:3: ", or nothing: it may.
///
/// Refused is what would take code out of the sight of the counters or of these rules: assembly for the
/// host's processor (PTX has become C++ by now), attributes that switch the counting off, the processor's own
/// instructions, and the emulated device's inner parts.
std::optional<std::string> refused_word(const SourceWord& word, const Permissions& permissions);

}  // namespace gridmark
