#include "emulation/rewrite/program.h"

namespace gridmark::rewrite {

std::string Program::line_of(std::size_t at, std::size_t from) const {
  const Position there = source.position(source[code.token(at)].begin);
  const Position here = source.position(source[code.token(from)].begin);
  const std::string line = "line " + std::to_string(there.line);
  return there.file == here.file ? line : line + " of " + there.file;
}

std::string quoted_rule(std::string_view words) { return " [nvcc: " + std::string(words) + "]"; }

}  // namespace gridmark::rewrite
