#pragma once
#include <optional>
#include <string>

#include "grader/compile/source_facts.h"
#include "grader/core/lab.h"

namespace gridmark::compile {

/// Why a student's source must not contain `word`, as the end of "benchmark.cu:3: ", or nothing if it may.
///
/// Words are refused if they would hide code from the counters or from these rules: assembly for the host's
/// processor (PTX has become C++ at this point), attributes that switch off counting, processor intrinsics,
/// and inner parts of the emulated device.
std::optional<std::string> refused_word(const SourceWord& word, const Permissions& permissions);

/// Why a student's source must not give `string` to an attribute or a directive, or nothing if it may.
///
/// GCC copies some texts into its assembly or reads them as options. Such a text must be a name. Any text is
/// allowed where only people read it: deprecated("use g() instead").
std::optional<std::string> refused_text(const AttributeString& string);

}  // namespace gridmark::compile
