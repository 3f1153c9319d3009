#pragma once
// How a mistake is repaired, where a source shows just one place for it.
#include <string>
#include <utility>

namespace gridmark::repairs {

enum class Repair {
  unknown,               ///< the words are all there is
  round_up_blocks,       ///< n / 32 -> (n + 32 - 1) / 32, where a grid is made
  round_up_tiles,        ///< the same, where a loop over tiles ends
  start_at_zero,         ///< for (int i = 1; -> for (int i = 0;
  end_one_later,         ///< i < k - 1 -> i < k
  end_one_earlier,       ///< i <= k -> i < k
  widen_index,           ///< for (unsigned char i -> for (int i
  make_sum_float,        ///< int sum -> float sum
  keep_sum,              ///< no sum = 0 in the loop
  set_sums,              ///< float sum; -> float sum = 0;
  store_sum,             ///< atomicAdd(&c[i], sum) -> c[i] = sum
  transpose_sums,        ///< sum[x][y] += -> sum[y][x] +=
  swap_tiles,            ///< b_tile[ty][i] * a_tile[i][tx] -> a_tile[ty][i] * b_tile[i][tx]
  empty_tiles,           ///< if (inside) tile[y][x] = a -> tile[y][x] = inside ? a : 0
  match_component,       ///< blockIdx.y * 8 + threadIdx.x -> ... threadIdx.y
  swap_grid,             ///< dim3 grid(x, y) -> dim3 grid(y, x)
  swap_grid_and_block,   ///< <<<block, grid>>> -> <<<grid, block>>>
  use_stream,            ///< <<<grid, block>>> -> <<<grid, block, 0, stream>>>
  use_single_precision,  ///< 0.5 -> 0.5f
  check_sizes,           ///< if (n < 1) return cudaErrorInvalidValue;
  turn_copy,             ///< the other direction, or the pointers in the other order
  copy_bytes,            ///< n -> n * sizeof(float)
  copy_back,             ///< a cudaMemcpy of the result
  remove_call,           ///< a statement less
  free_memory,           ///< cudaFree() in front of the return
  return_error,          ///< return cudaGetLastError(); at the end
  synchronise,           ///< cudaDeviceSynchronize(); in front of the line
  wait_for_event,        ///< cudaEventSynchronize(end); in front of the line
  set_row_length,        ///< b[i * k + col] -> b[i * n + col]
  transpose_index,       ///< c[col * m + row] -> c[row * n + col]
  add_tile_start,        ///< b[ty * n + col] -> b[(start + ty) * n + col]
  size_grid,             ///< blocks(n) for the rows -> blocks(m)
  check_bounds,          ///< if (i >= n) return;
  remove_print,          ///< a kernel's printf
  lift_barrier           ///< if (inside) __syncthreads(); -> __syncthreads();
};

/// A repair, and of which array.
struct Remedy {
  Repair repair = Repair::unknown;
  std::string array = {}, length = {};  ///< as the handout calls them: "b", whose rows are "n" long

  Remedy() = default;
  Remedy(Repair one, std::string of = {}, std::string long_as = {})
      : repair(one), array(std::move(of)), length(std::move(long_as)) {}
  bool is_known() const { return repair != Repair::unknown; }
};

}  // namespace gridmark::repairs
