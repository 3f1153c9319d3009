#pragma once
// Machine code of a student's object, checked instruction by instruction.
//
// Theory of operation. Names and words show what a compiler was asked to make, but a processor runs the bytes
// of the executable sections. These bytes are decoded. An instruction that no compiler makes from plain C++
// is refused: ways into the kernel, other segments, protection keys. The bytes come from before the link, so
// fields that the linker fills in are zero, which changes no instruction.
//
// A jump into the middle of an instruction runs other instructions. Those that change protection keys are
// searched at each offset of the finished program (key_changes.h). System calls are only two bytes long and
// appear in honest constants by accident, so the worker refuses them at run time
// (emulation/runtime/distrust.cpp).
#include <optional>

#include "grader/compile/object_file.h"
#include "grader/compile/symbol_rules.h"
#include "grader/core/measurement.h"

namespace gridmark::compile {

/// The first refusal of the code of `object`, or nothing.
///
/// flavour  counted: each function that reaches memory through a pointer must also call the counters, once
///          for each block of its instructions. Whether each access has a hook is not checked here, because
///          honest code has accesses without one: constant tables, returned structures and the compiler's own
///          loads
std::optional<SymbolRefusal> refused_code(const ObjectFile& object, Flavour flavour);

}  // namespace gridmark::compile
