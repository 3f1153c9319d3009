#pragma once
#include <cstddef>
#include <cstdint>

namespace gridmark::counters {

/// What gridmark-cc lays down for each basic block of a counted program, in the section gridmark_blocks
/// (emulation/driver/counted_assembly.h), with room for the running launch's figures.
struct BlockRecord {
  const void* place;      ///< in the block
  std::uint64_t threads;  ///< that ran through it
  std::uint64_t warps;    ///< issues of it
  /// [half, single, double][add, multiply, fused, special]: floating-point operations of the block.
  std::uint16_t operations[3][4];
  /// From `place` to the second byte of the first operation in double precision, which is named as a call's
  /// return address would be; 0: there is none.
  std::int32_t first_double;
  std::uint32_t instructions;
  /// To local arrays, that no hook announces; and of the block's function, the bytes of all its local arrays.
  std::uint16_t local_accesses, local_bytes;
  std::uint32_t array_bytes;
};
static_assert(sizeof(BlockRecord) == 64 && offsetof(BlockRecord, array_bytes) == 60);

}  // namespace gridmark::counters
