#pragma once

namespace gridmark::emulation {

/// An empty file without a name: in memory, or in TMPDIR if that is not possible, as in a sandbox without a
/// control group.
///
/// label  shown in the process's mappings
/// returns  its descriptor; -1 on failure
int make_nameless_file(const char* label);

}  // namespace gridmark::emulation
