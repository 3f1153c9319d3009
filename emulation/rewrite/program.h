#pragma once
#include <string>
#include <string_view>

#include "emulation/rewrite/code_tokens.h"
#include "emulation/rewrite/program_macros.h"
#include "emulation/rewrite/program_names.h"

namespace gridmark::rewrite {

/// All facts about a program that nvcc's rules need.
struct Program {
  Program(const Source& source_, bool relaxed_constexpr_)
      : source(source_),
        code(source_),
        macros(source_),
        names(read_program_names(code)),
        relaxed_constexpr(relaxed_constexpr_) {}

  Diagnostic diagnostic(std::size_t at, std::string message) const {
    return source.diagnostic(source[code.token(at)].begin, std::move(message));
  }
  /// "line 3", with the file's name if it differs from that of `from`.
  std::string line_of(std::size_t at, std::size_t from) const;

  const Source& source;
  const CodeTokens code;
  const ProgramMacros macros;
  const ProgramNames names;
  const bool relaxed_constexpr;
};

/// nvcc's own words, to follow an explanation.
std::string quoted_rule(std::string_view words);

}  // namespace gridmark::rewrite
