#pragma once
// The device work of each call, for `gridmark profile LAB`. The format is JSON Lines with one call per line.
// docs/formats/call-profile.schema.json describes a line.
#include <string>

#include "labkit/channel/reply.h"

namespace gridmark::channel {

/// Adds a call to the file that options().profile names.
///
/// operation  the student's function: "matmul_tiled"
/// call       "matmul_tiled(m=17, n=31, k=13)"
void note_call(const std::string& operation, const std::string& call, const Meters& meters);

}  // namespace gridmark::channel
