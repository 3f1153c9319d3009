#pragma once

namespace gridmark::emulation {

/// An empty file that has no name: in memory, or in TMPDIR where memory may not be had so, as in a sandbox
/// without a control group.
///
/// label  for those who look at a process's mappings
/// returns  its descriptor; -1 where there can be none
int make_nameless_file(const char* label);

}  // namespace gridmark::emulation
