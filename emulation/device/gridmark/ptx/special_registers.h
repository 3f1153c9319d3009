#pragma once
// Special registers that a thread can read: %laneid, %tid.x, %clock and others.
#include "gridmark/device_functions.h"
#include "gridmark/engine.h"
#include "gridmark/ptx/registers.h"

namespace gridmark::ptx {

GRIDMARK_INTRINSIC uint32_t linear_thread() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
GRIDMARK_INTRINSIC uint32_t lane() { return linear_thread() % 32; }

#define GRIDMARK_PTX_SPECIAL(name, value) \
  GRIDMARK_INTRINSIC Register s_##name() { return {static_cast<uint64_t>(value)}; }
GRIDMARK_PTX_SPECIAL(laneid, lane())
GRIDMARK_PTX_SPECIAL(warpid, linear_thread() / 32)
GRIDMARK_PTX_SPECIAL(nwarpid, 64)
// Blocks run on any operating-system thread, so the number of the multiprocessor is always 0.
GRIDMARK_PTX_SPECIAL(smid, 0)
GRIDMARK_PTX_SPECIAL(nsmid, 1)
GRIDMARK_PTX_SPECIAL(gridid, 0)
GRIDMARK_PTX_SPECIAL(clock, static_cast<uint32_t>(clock64()))
GRIDMARK_PTX_SPECIAL(clock_hi, static_cast<uint64_t>(clock64()) >> 32)
GRIDMARK_PTX_SPECIAL(clock64, clock64())
GRIDMARK_PTX_SPECIAL(globaltimer, gridmark_global_timer())
GRIDMARK_PTX_SPECIAL(globaltimer_lo, static_cast<uint32_t>(gridmark_global_timer()))
GRIDMARK_PTX_SPECIAL(globaltimer_hi, gridmark_global_timer() >> 32)
GRIDMARK_PTX_SPECIAL(lanemask_eq, 1u << lane())
GRIDMARK_PTX_SPECIAL(lanemask_lt, (1u << lane()) - 1)
GRIDMARK_PTX_SPECIAL(lanemask_le, (2u << lane()) - 1)
GRIDMARK_PTX_SPECIAL(lanemask_gt, ~((2u << lane()) - 1))
GRIDMARK_PTX_SPECIAL(lanemask_ge, ~((1u << lane()) - 1))
GRIDMARK_PTX_SPECIAL(tid_x, threadIdx.x)
GRIDMARK_PTX_SPECIAL(tid_y, threadIdx.y)
GRIDMARK_PTX_SPECIAL(tid_z, threadIdx.z)
GRIDMARK_PTX_SPECIAL(ntid_x, blockDim.x)
GRIDMARK_PTX_SPECIAL(ntid_y, blockDim.y)
GRIDMARK_PTX_SPECIAL(ntid_z, blockDim.z)
GRIDMARK_PTX_SPECIAL(ctaid_x, blockIdx.x)
GRIDMARK_PTX_SPECIAL(ctaid_y, blockIdx.y)
GRIDMARK_PTX_SPECIAL(ctaid_z, blockIdx.z)
GRIDMARK_PTX_SPECIAL(nctaid_x, gridDim.x)
GRIDMARK_PTX_SPECIAL(nctaid_y, gridDim.y)
GRIDMARK_PTX_SPECIAL(nctaid_z, gridDim.z)
GRIDMARK_PTX_SPECIAL(is_explicit_cluster, 0)
GRIDMARK_PTX_SPECIAL(cluster_ctarank, 0)
GRIDMARK_PTX_SPECIAL(cluster_nctarank, 1)
#undef GRIDMARK_PTX_SPECIAL

}  // namespace gridmark::ptx

extern "C" unsigned gridmark_dynamic_shared_bytes(void);
namespace gridmark::ptx {
GRIDMARK_INTRINSIC Register s_dynamic_smem_size() { return {gridmark_dynamic_shared_bytes()}; }
}  // namespace gridmark::ptx
