#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace gridmark::random_kernels {

/// What a kernel works on; source.cpp writes the same numbers into the CUDA program.
constexpr int words = 6;                      ///< unsigned variables r0.. of a thread
constexpr int floats = 2;                     ///< float variables f0.. of a thread
constexpr int kept = 2;                       ///< words in global memory that only their thread touches
constexpr int slots = words + floats + kept;  ///< words of output a thread has
constexpr int input_words = 256;              ///< words in global memory that nobody writes
constexpr int atomic_operations = 6;
constexpr int counters = 8 * atomic_operations;  ///< 8 for each operation, shared by all blocks
constexpr int sums = 4;                          ///< floats that all blocks add small integers to
constexpr int arrays = 3;  ///< shared: 0 static words, 1 dynamic words, 2 static floats; one element a thread

enum class Kind {
  arithmetic,     ///< r[a] = r[a] operation[c] r[b]
  float_step,     ///< f[a], from f[b] or r[b]: step[c]
  if_masked,      ///< threads with r[a] & value take the body, others take `other`; each part knows its lanes
  if_plain,       ///< the same without warp operations inside
  loop_masked,    ///< r[a] & 3 rounds, each round knows its lanes
  loop_plain,     ///< the same without warp operations inside
  shuffle,        ///< r[a] from another lane's r[b]: shuffle[c], width 1 << value
  vote,           ///< r[a] changes by what the lanes of the mask say about r[b]: vote[c]
  shared_own,     ///< an element that only this thread touches in this phase: (t + value) % n
  shared_any,     ///< reads any element of an array that nobody writes in this phase
  shared_atomic,  ///< operation[c] on any element of array b
  shared_exchange,  ///< writes element t, __syncwarp, reads a lane's of the mask, __syncwarp
  global_read,      ///< any word of the input
  global_own,       ///< the words that the thread keeps in global memory
  global_atomic,    ///< operation[c] on any of its counters
  global_sum,       ///< adds a small integer to a float
  phase,            ///< the body, then a barrier: barrier[c]
  uniform_loop,     ///< value rounds of phases
  uniform_if,       ///< phases for blocks with number & value
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
  bool racy = false;  ///< its warps also write to one shared word, which changes no result

  int threads() const { return block[0] * block[1] * block[2]; }
  int blocks() const { return grid[0] * grid[1] * grid[2]; }
};

/// The kernel that `seed` stands for: the same on every machine.
Kernel random_kernel(std::uint64_t seed);

/// What the kernel leaves in memory: slots words a thread, then counters, then sums, as words. Runs the
/// threads of a block in lock step, statement by statement, and shares nothing with the emulated device.
std::vector<std::uint32_t> interpret(const Kernel& kernel);

}  // namespace gridmark::random_kernels
