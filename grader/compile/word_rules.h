#pragma once
#include <optional>
#include <string>

#include "grader/compile/source_facts.h"
#include "grader/core/lab.h"

namespace gridmark::compile {

/// Why a student's source may not hold `word`, as the end of "benchmark.cu:3: ", or nothing: it may.
///
/// Refused is what would take code out of the sight of the counters or of these rules: assembly for the
/// host's processor (PTX has become C++ by now), attributes that switch the counting off, the processor's own
/// instructions, and the emulated device's inner parts.
std::optional<std::string> refused_word(const SourceWord& word, const Permissions& permissions);

/// Why a student's source may not give `string` to an attribute or a directive, or nothing: it may.
///
/// Allowed is a name where GCC copies the text into its assembly or reads it as an option, and any text where
/// only people read it: deprecated("use g() instead").
std::optional<std::string> refused_text(const AttributeString& string);

}  // namespace gridmark::compile
