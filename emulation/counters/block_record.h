#pragma once
#include <cstddef>
#include <cstdint>

namespace gridmark::counters {

/// Record that gridmark-cc writes for each basic block of a counted program into the section gridmark_blocks
/// (emulation/driver/counted_assembly.h), with room for the running launch's figures.
struct BlockRecord {
  const void* place;      ///< in the block
  std::uint64_t threads;  ///< threads that ran through it
  std::uint64_t warps;    ///< number of times that it was issued
  /// [half, single, double][add, multiply, fused, special]: floating-point operations of the block.
  std::uint16_t operations[3][4];
  /// Distance from `place` to the second byte of the first operation in double precision, like a call's
  /// return address. 0 means none.
  std::int32_t first_double;
  std::uint32_t instructions;
  /// Accesses to local arrays without a hook, and the bytes of all local arrays of the block's function.
  std::uint16_t local_accesses, local_bytes;
  std::uint32_t array_bytes;
};
static_assert(sizeof(BlockRecord) == 64 && offsetof(BlockRecord, array_bytes) == 60);

}  // namespace gridmark::counters
