#pragma once
// What a student's object brings as machine code, read back instruction by instruction.
//
// Theory of operation. Names and words say what a compiler was asked to make; the bytes of its executable
// sections are what a processor runs. They are decoded, and refused where an instruction is one that no
// compiler makes of C++ alone: ways into the kernel, other segments, protection keys. The bytes are those
// before the linker, so a field that the linker fills in is zero, which changes no instruction.
//
// A jump into the middle of an instruction runs other ones. Those that change protection keys are looked for
// at each offset of the finished program (program_bytes.h). System calls are two bytes long, which honest
// constants hold by accident, so the worker refuses these when they are made
// (emulation/runtime/distrust.cpp).
#include <optional>

#include "grader/compile/object_file.h"
#include "grader/compile/symbol_rules.h"
#include "grader/core/measurement.h"

namespace gridmark::compile {

/// The first refusal of the code of `object`, or nothing.
///
/// flavour  counted: each function that reaches memory by a pointer also calls the counters, once for each
///          block of its instructions. Whether each access has its own hook is not decided here: tables of
///          constants, structures that are returned and the compiler's own loads have none in honest code
std::optional<SymbolRefusal> refused_code(const ObjectFile& object, Flavour flavour);

}  // namespace gridmark::compile
