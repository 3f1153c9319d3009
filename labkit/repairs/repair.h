#pragma once
// The repairs of mistakes for which the source shows exactly one place.
#include <string>
#include <utility>

namespace gridmark::repairs {

enum class Repair {
  unknown,                ///< no repair beyond the words
  round_up_blocks,        ///< n / 32 -> (n + 32 - 1) / 32, in a grid
  round_up_tiles,         ///< the same, at the end of a loop over tiles
  start_at_zero,          ///< for (int i = 1; -> for (int i = 0;
  end_one_later,          ///< i < k - 1 -> i < k
  end_one_earlier,        ///< i <= k -> i < k
  widen_index,            ///< for (unsigned char i -> for (int i
  make_sum_float,         ///< int sum -> float sum
  keep_sum,               ///< removes sum = 0 from the loop
  set_sums,               ///< float sum; -> float sum = 0;
  store_sum,              ///< atomicAdd(&c[i], sum) -> c[i] = sum
  transpose_sums,         ///< sum[x][y] += -> sum[y][x] +=
  swap_tiles,             ///< b_tile[ty][i] * a_tile[i][tx] -> a_tile[ty][i] * b_tile[i][tx]
  empty_tiles,            ///< if (inside) tile[y][x] = a -> tile[y][x] = inside ? a : 0
  match_component,        ///< blockIdx.y * 8 + threadIdx.x -> ... threadIdx.y
  swap_grid,              ///< dim3 grid(x, y) -> dim3 grid(y, x)
  swap_grid_and_block,    ///< <<<block, grid>>> -> <<<grid, block>>>
  use_stream,             ///< <<<grid, block>>> -> <<<grid, block, 0, stream>>>
  use_single_precision,   ///< 0.5 -> 0.5f
  check_sizes,            ///< if (n < 1) return cudaErrorInvalidValue;
  turn_copy,              ///< the other direction, or the pointers swapped
  copy_bytes,             ///< n -> n * sizeof(float)
  copy_back,              ///< a cudaMemcpy of the result
  remove_call,            ///< removes a statement
  free_memory,            ///< cudaFree() in front of the return
  return_error,           ///< return cudaGetLastError(); at the end
  synchronise,            ///< cudaDeviceSynchronize(); in front of the line
  wait_for_event,         ///< cudaEventSynchronize(end); in front of the line
  set_row_length,         ///< b[i * k + col] -> b[i * n + col]
  transpose_index,        ///< c[col * m + row] -> c[row * n + col]
  add_tile_start,         ///< b[ty * n + col] -> b[(start + ty) * n + col]
  size_grid,              ///< blocks(n) for the rows -> blocks(m)
  check_bounds,           ///< if (i >= n) return;
  remove_print,           ///< a kernel's printf
  lift_barrier,           ///< if (inside) __syncthreads(); -> __syncthreads();
  fit_block,              ///< const dim3 block(64, 32) -> const dim3 block(32, 32)
  ask_for_shared_memory,  ///< <<<grid, block>>> -> <<<grid, block, 2 * TILE * TILE * sizeof(float)>>>
  raise_shared_memory,    ///< cudaFuncSetAttribute(kernel, ...); in front of the launch
  cover_all,              ///< <<<1, threads>>> -> <<<(count + threads - 1) / threads, threads>>>
  launch_each_step,       ///< for (int step = 0; step < steps; ++step) in front of the launch
  advance_loop,           ///< for (int i = 0; i < k;) -> for (int i = 0; i < k; ++i)
  swap_operands,          ///< b[row * k + i] * a[i * n + col] -> a[row * k + i] * b[i * n + col]
  match_row_length,       ///< o[row * D + x] -> o[row * d + x], as in all other rows
  destroy_events,         ///< cudaEventDestroy() in a destructor, or in front of the return
  free_other,             ///< cudaFree(b); cudaFree(b); -> cudaFree(b); cudaFree(c);
  load_elements,          ///< *reinterpret_cast<const float4*>(&a[i]) -> make_float4(a[i], a[i + 1], ...)
  allocate_bytes,         ///< cudaMalloc(&a, n) -> cudaMalloc(&a, sizeof(float) * n)
  allocate_all,           ///< count / 4 -> count
  pass_device_memory,     ///< kernel<<<grid, block>>>(a) -> kernel<<<grid, block>>>(on_device_a)
  copy_elements,          ///< for (...) c[i] = on_device[i]; -> a cudaMemcpy
  copy_vector,            ///< a = values.data(); -> a cudaMemcpy
  pitch_bytes,            ///< stride -> stride * sizeof(float), in cudaMemcpy2D
  copy_rows,              ///< cudaMemcpy -> cudaMemcpy2D
  end_line,               ///< "free" -> "free\\n"
  return_later,           ///< if (outside) return; behind the last barrier
  let_all_lanes_shuffle,  ///< if (lane < step) sum += __shfl_down_sync(...); without the if
  own_variable,           ///< __shared__ float sum; -> float sum;
  pad_rows,               ///< tile[TILE][TILE] -> tile[TILE][TILE + 1]
  use_float,              ///< __half sum -> float sum, and its conversions
  drop_rounding,          ///< static_cast<float>(static_cast<T>(sum)) -> sum
  keep_root,              ///< 1 / (int)sqrtf(d) -> 1 / sqrtf(d)
  subtract_greatest,      ///< expf(x[i]) -> expf(x[i] - greatest)
  clear_masked_rows,      ///< value -> greatest == -INFINITY ? 0 : value
  clear_blind_rows,       ///< o / sum -> sum == 0 ? 0 : o / sum
  add_greatest,           ///< logf(sum) -> greatest + logf(sum)
  scale_scores,           ///< sum -> sum / sqrtf(depth)
  scale_sum,              ///< sum *= factor;
  scale_output,           ///< for (...) o[x] *= factor;
  skip_keys,              ///< expf(score) -> first + key < keys ? expf(score) : 0
  see_own_key,            ///< min(keys, query + ahead) -> min(keys, query + ahead + 1)
  count_from_last_key,    ///< min(keys, query + 1) -> min(keys, query + 1 + keys - queries)
  combine_sums,           ///< the sums of all threads, through shared memory
  reduce_from_half,       ///< int step = threads / 4 -> int step = threads / 2
  find_all_infinite,      ///< !isinf(value) -> isfinite(value)
  take_root,              ///< norm = squares -> norm = sqrt(squares)
  use_one_length,         ///< own = sqrt(...) -> own = norm
  shorten_only,           ///< limit / norm -> norm > limit ? limit / norm : 1
  add_decay,              ///< change - decay * master -> change + decay * master
  take_decay_out,         ///< from the gradient to the update
  swap_betas,             ///< beta1 for beta2 and beta2 for beta1
  take_epsilon_out,       ///< sqrtf(v + epsilon) -> (sqrtf(v) + epsilon)
  count_first,            ///< ++steps; at the start of the function
  keep_master_digits,     ///< masters_.push_back(p.to(low)) -> masters_.push_back(p)
  replay_numbers,         ///< generator.set_position() around the second pass
  replay_policy,          ///< a CastScope for the second pass
  start_peak_anew,        ///< reset_peak() in front of the pass
  remove_trial,           ///< a call with nullptr
  remove_last_call,       ///< a call behind the timed ones
  warm_up,                ///< one call more, in front of the first event
  swap_events             ///< cudaEventElapsedTime(&ms, end, start) -> (&ms, start, end)
};

/// A repair and the array that it concerns.
struct Remedy {
  Repair repair = Repair::unknown;
  std::string array = {}, length = {};  ///< with the handout's names: "b", whose rows are "n" long

  Remedy() = default;
  Remedy(Repair one, std::string of = {}, std::string long_as = {})
      : repair(one), array(std::move(of)), length(std::move(long_as)) {}
  bool is_known() const { return repair != Repair::unknown; }
};

}  // namespace gridmark::repairs
