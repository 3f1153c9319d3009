#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace gridmark::random_kernels {

/// The variables of a kernel. source.cpp writes the same numbers into the CUDA program.
constexpr int words = 6;                      ///< unsigned variables r0.. of a thread
constexpr int floats = 2;                     ///< float variables f0.. of a thread
constexpr int kept = 2;                       ///< words in global memory that only their thread accesses
constexpr int slots = words + floats + kept;  ///< words of output for each thread
constexpr int input_words = 256;              ///< words in global memory that are never written
constexpr int atomic_operations = 6;
constexpr int counters = 8 * atomic_operations;  ///< 8 for each operation, shared by all blocks
constexpr int sums = 4;                          ///< floats to which all blocks add small integers
constexpr int arrays = 3;  ///< shared: 0 static words, 1 dynamic words, 2 static floats, one per thread

enum class Kind {
  arithmetic,       ///< r[a] = r[a] operation[c] r[b]
  float_step,       ///< f[a], from f[b] or r[b]: step[c]
  if_masked,        ///< threads with r[a] & value run the body, others `other`; each part has its mask
  if_plain,         ///< the same without warp operations inside
  loop_masked,      ///< r[a] & 3 rounds; each round has its mask
  loop_plain,       ///< the same without warp operations inside
  shuffle,          ///< r[a] from another lane's r[b]: shuffle[c], width 1 << value
  vote,             ///< changes r[a] by the vote of the mask's lanes about r[b]: vote[c]
  shared_own,       ///< an element that only this thread accesses in this phase: (t + value) % n
  shared_any,       ///< reads any element of an array that is not written in this phase
  shared_atomic,    ///< operation[c] on any element of array b
  shared_exchange,  ///< writes element t, __syncwarp, reads the element of a lane in the mask, __syncwarp
  global_read,      ///< any word of the input
  global_own,       ///< the thread's own words in global memory
  global_atomic,    ///< operation[c] on any of its counters
  global_sum,       ///< adds a small integer to a float
  phase,            ///< the body, followed by a barrier: barrier[c]
  uniform_loop,     ///< value rounds of phases
  uniform_if,       ///< phases for blocks whose number & value is not 0
  leave             ///< threads with (r[a] & value) == 0 return
};

struct Statement {
  Kind kind;
  int a = 0, b = 0, c = 0;
  std::uint32_t value = 0;
  std::vector<Statement> body, other;
};

/// A kernel without races, whose result does not depend on the order in which threads run.
struct Kernel {
  std::uint64_t seed = 0;
  std::array<int, 3> block{1, 1, 1}, grid{1, 1, 1};
  std::vector<Statement> body;
  bool racy = false;  ///< its warps also write to one shared word, which does not change any result

  int threads() const { return block[0] * block[1] * block[2]; }
  int blocks() const { return grid[0] * grid[1] * grid[2]; }
};

/// The kernel of `seed`, the same on every machine.
Kernel random_kernel(std::uint64_t seed);

/// The kernel's final memory: slots words for each thread, then counters, then sums, as words. Runs the
/// threads of a block in lock step, statement by statement, and does not share code with the emulated device.
std::vector<std::uint32_t> interpret(const Kernel& kernel);

}  // namespace gridmark::random_kernels
