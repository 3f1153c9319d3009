#pragma once
// From a program counter to the line of the student's source, through the program's own debug information.
#include <string>

#include "emulation/meters.h"

namespace gridmark::emulation {

/// The line of the call that returns to `return_address`. Lines of the toolkit's own headers are skipped: an
/// inlined atomicAdd belongs to the line that called it. Empty without debug information, and in code that
/// does not come from the program's own sources.
SourcePlace source_place(const void* return_address);

/// A line, and the column in it, which is 0 if debug information has none.
struct SourcePosition {
  SourcePlace place;
  int column = 0;
};
SourcePosition source_position(const void* return_address);

/// The same, but in a kernel of the tensor kit, whose source students have, the line of the kit:
/// "labkit/tensor/kernels.cu".
SourcePlace source_place_or_kits(const void* return_address);

/// source_place for the instruction itself, for a fault.
SourcePlace source_place_of_instruction(const void* instruction);

/// True for code of the toolkit's own headers, inlined or not.
bool is_toolkit_code(const void* return_address);

/// True if the instruction itself belongs to the loop that runs a block's threads one after the other, or if
/// nothing is known about it.
bool is_between_threads(const void* instruction);

/// "benchmark.cu:42", or "an unknown line".
std::string text_of(const SourcePlace& place);

bool same_source_line(const void* return_address, const void* other);

}  // namespace gridmark::emulation
