#pragma once
// From a program counter to the line of the student's source, through the program's own debug information.
#include <string>

#include "emulation/meters.h"

namespace gridmark::emulation {

/// The line that a call returning to `return_address` stands on. Lines of the toolkit's own headers are
/// looked through: an inlined atomicAdd belongs to the line that called it. Empty without debug information,
/// and in code that is not of the program's own sources.
SourcePlace source_place(const void* return_address);

/// A line, and the column in it: 0 where debug information has none.
struct SourcePosition {
  SourcePlace place;
  int column = 0;
};
SourcePosition source_position(const void* return_address);

/// The same, and in a kernel of the tensor kit, whose source students have, the kit's line:
/// "labkit/tensor/kernels.cu".
SourcePlace source_place_or_kits(const void* return_address);

/// source_place for the instruction itself, as a fault has it.
SourcePlace source_place_of_instruction(const void* instruction);

/// True for code of the toolkit's own headers, inlined or not.
bool is_toolkit_code(const void* return_address);

/// True when the instruction itself belongs to the loop that runs a block's threads one after the other, or
/// nothing is known of it.
bool is_between_threads(const void* instruction);

/// "benchmark.cu:42", or "an unknown line".
std::string text_of(const SourcePlace& place);

bool same_source_line(const void* return_address, const void* other);

}  // namespace gridmark::emulation
