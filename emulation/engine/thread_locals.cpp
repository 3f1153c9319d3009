#include "emulation/engine/thread_locals.h"

#include <cstddef>
#include <cstdint>

#include "gridmark/engine.h"

namespace {

using gridmark::emulation::Turn;

/// 256 bytes on either side. A program's __shared__ arrays lie before. A write just behind them must not
/// prevent the end of the block, which reports it.
constexpr std::size_t canary_words = 32;
constexpr std::uint64_t canary = 0xcbcbcbcbcbcbcbcb;

struct ThreadLocals {
  std::uint64_t below[canary_words];
  uint3 thread_index, block_index;
  dim3 block_size, grid_size;
  Turn turn;
  std::uint64_t above[canary_words];
};
static_assert(offsetof(ThreadLocals, thread_index) == 256 && offsetof(ThreadLocals, block_index) == 268 &&
              offsetof(ThreadLocals, block_size) == 280 && offsetof(ThreadLocals, grid_size) == 292 &&
              offsetof(ThreadLocals, turn) == 304);

}  // namespace

// The variables that kernels read are names for members of this one.
extern "C" {
__attribute__((used, tls_model("initial-exec"))) __thread struct {
  alignas(ThreadLocals) char bytes[sizeof(ThreadLocals)];
} gridmark_thread_locals;
}
#define NAME_MEMBER(symbol, offset, size)                                                         \
  asm(".globl " symbol "\n.type " symbol ",@tls_object\n.size " symbol "," #size "\n.set " symbol \
      ",gridmark_thread_locals+" #offset)
NAME_MEMBER("threadIdx", 256, 12);
NAME_MEMBER("blockIdx", 268, 12);
NAME_MEMBER("blockDim", 280, 12);
NAME_MEMBER("gridDim", 292, 12);
NAME_MEMBER("_ZN8gridmark9emulation4turnE", 304, 56);
static_assert(sizeof(Turn) == 56);

namespace gridmark::emulation {

static ThreadLocals& locals() { return reinterpret_cast<ThreadLocals&>(gridmark_thread_locals); }

void prepare_thread_locals() {
  for (std::size_t i = 0; i < canary_words; ++i) locals().below[i] = locals().above[i] = canary;
}

bool thread_locals_are_intact() {
  std::uint64_t changed = 0;
  const ThreadLocals& here = locals();
#pragma GCC unroll 32
  for (std::size_t i = 0; i < canary_words; ++i)
    changed |= (here.below[i] ^ canary) | (here.above[i] ^ canary);
  return changed == 0;
}

}  // namespace gridmark::emulation
