#include "grader/load/value_rules.h"

namespace gridmark::load {

void check_rules(const Node& node, const CrashFile& file) {
  const bool is_the_written = file.kind == CrashFile::Kind::whole || file.kind == CrashFile::Kind::torn;
  if (is_the_written && file.bytes > file.written) node["bytes"].expected("at most as many as were written");
}

}  // namespace gridmark::load
