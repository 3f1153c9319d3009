#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::driver {

/// What the counted flavour adds to the compiler's assembly.
///
/// Theory of operation
/// The compiler calls __sanitizer_cov_trace_pc where each basic block begins. Each such call becomes a call
/// of gridmark_block with the address of the block's record (emulation/counters/block_record.h), in which
/// this pass has noted how many floating-point operations lie between the call and the next one: the hook
/// then only has to say which thread went through which block. The record shares the fate of its function: it
/// goes into the function's group of sections, so that the linker drops both or none. It also has the
/// accesses of the block to local arrays (local_arrays.h), for which the compiler calls no hook.
///
/// Variables of the program are followed by a gap that belongs to nobody, so that a step over the end of one
/// __shared__, __device__ or __constant__ array is seen even where another follows.
///
/// The names that `source` (preprocessed and rewritten) declares as __constant__ are listed in a section of
/// their own: the program's symbols do not say it.
///
/// So are the addresses of `unreachable` variables (rewrite.h), which host code must not touch by name.
///
/// A section lists where the statements of device functions stand (statement_table.h), which the advice about
/// barriers needs.
///
/// memcpy, memmove, memset and the mathematical functions that return a value through a pointer are called by
/// way of the counters, which see there what host code copies to and from variables of the device, and
/// accesses in kernels that no hook has announced: a structure that is passed by value, a call by pointer,
/// sincosf().
std::string counted_assembly(std::string_view assembly, std::string_view source,
                             const std::vector<std::string>& unreachable = {});

}  // namespace gridmark::driver
