#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::driver {

/// Adds the counted flavour's code to the compiler's assembly.
///
/// Theory of operation
/// The compiler calls __sanitizer_cov_trace_pc where each basic block begins. Each such call becomes a call
/// of gridmark_block with the address of the block's record (emulation/counters/block_record.h). The record
/// has the number of floating-point operations between the call and the next one, from this pass. The hook
/// only has to note which thread went through which block. The record goes into its function's group of
/// sections, so that the linker drops both or none. It also has the accesses of the block to local arrays
/// (local_arrays.h), for which the compiler calls no hook.
///
/// An unused gap follows each variable of the program. A step over the end of one __shared__, __device__ or
/// __constant__ array is thus seen even if another follows.
///
/// The names that `source` (preprocessed and rewritten) declares as __constant__ are listed in a separate
/// section, because the program's symbols do not show it.
///
/// Another section lists the addresses of `unreachable` variables (rewrite.h), which host code must not use
/// by name.
///
/// A section lists the places of the statements of device functions (statement_table.h), which the advice
/// about barriers needs.
///
/// memcpy, memmove, memset and the mathematical functions that return a value through a pointer are called
/// through the counters. The counters thus see the host's copies to and from variables of the device. They
/// also see accesses in kernels that no hook has announced: a structure that is passed by value, a call by
/// pointer, sincosf().
std::string counted_assembly(std::string_view assembly, std::string_view source,
                             const std::vector<std::string>& unreachable = {});

}  // namespace gridmark::driver
