#pragma once
// Turns the few pieces of CUDA's syntax that are not C++ into C++ of the same length.
#include <string>
#include <string_view>
#include <vector>

#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

struct Rewritten {
  std::string text;
  std::vector<Replacement> replaced;  ///< parts of the given text, the rest of which is unchanged
  std::vector<Diagnostic> errors;     ///< at most max_errors; if there are any, the text must not be used
  /// __device__ and __constant__ variables that host code cannot reach by name: neither managed nor const.
  std::vector<std::string> unreachable_variables;
};

constexpr std::size_t max_errors = 20;

/// The kind of object file. It decides which files see the text's __device__ and __constant__ variables.
enum class Unit {
  relocatable,  ///< nvcc -rdc=true: files share their variables
  whole,        ///< nvcc without it: a file keeps them for itself
  module,       ///< nvcc -fatbin: a program that loads it asks for variables and kernels by name
};

/// Rewrites the output of `g++ -E -fdirectives-only`.
///
///   kernel<<<grid, block, shared, stream>>>(x)   _G(kernel)(grid, block, shared, stream)(x)
///   extern __shared__ T x[]; in a function       GRIDMARK_ARRAY(T,x); GRIDMARK_POINTER(T,x);
///   extern __shared__ T x[]; in a namespace      GRIDMARK_IN_FILE(T,x);
///   (void*)kernel                                _GFN(kernel)
///   asm("PTX" : "=r"(x) : "r"(y))                do{...}while(0) that calls gridmark/ptx/ (ptx_emission.h)
///   s[i] += s[i + 16]; of a volatile s           GRIDMARK_STEP_BY(s[i] ,+, s[i + 16]); (step_rewriter.h)
///   __shared__ alignas(16) float x               _GALIGN(16), an attribute
///   __constant__ float x[4]  __device__ int y    _G_CONSTANT, _G_DEVICE: of one file (variable_rewriter.h)
///   NV_IF_TARGET, NV_IS_DEVICE, ...              _G_IF_TARGET, _G_IS_DEVICE, ... (gridmark/target.h)
///   __noinline__ outside of an attribute         _G_NOINLINE, a macro defined in front of the text
///
/// gridmark/rewritten_words.h has a table of these words.
///
///   __global__ void k() {}  in a module          __global__ void k() {} and its registration
///
/// Lines keep their numbers, and text keeps its column. A replacement is as long as the original and uses
/// blanks around it if it is longer. Only inline PTX, and a type with commas or a second dimension, make a
/// line longer. Text of system headers is copied unread. Code that cannot run here (refusals.h) is an error.
/// Any input, however malformed, gives unchanged text or errors.
Rewritten rewrite(std::string_view preprocessed, Unit unit = Unit::relocatable);

}  // namespace gridmark::rewrite
