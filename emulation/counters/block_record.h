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
};
static_assert(sizeof(BlockRecord) == 56 && offsetof(BlockRecord, instructions) == 52);

}  // namespace gridmark::counters
