#pragma once
// Rearrangement of a block's items through shared memory. Blocked: thread t has items t*ITEMS ... Striped:
// thread t has t, t+threads, ... Warp-striped: striped within each warp.
#include "../util_ptx.cuh"
#include "block_reduce.cuh"

namespace cub {

template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, bool WARP_TIME_SLICING = false, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockExchange {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, items = ITEMS_PER_THREAD;

 public:
  struct TempStorage {
    Uninitialized<T> cell[threads * items];
  };

  __device__ BlockExchange() : BlockExchange(detail::private_storage<TempStorage>()) {}
  __device__ explicit BlockExchange(TempStorage& storage)
      : storage_(storage), thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

  template <class Out>
  __device__ void StripedToBlocked(const T (&in)[items], Out (&out)[items]) {
    move(in, out, [this](int i) { return striped(i); }, [this](int i) { return blocked(i); });
  }
  template <class Out>
  __device__ void BlockedToStriped(const T (&in)[items], Out (&out)[items]) {
    move(in, out, [this](int i) { return blocked(i); }, [this](int i) { return striped(i); });
  }
  template <class Out>
  __device__ void WarpStripedToBlocked(const T (&in)[items], Out (&out)[items]) {
    move(in, out, [this](int i) { return warp_striped(i); }, [this](int i) { return blocked(i); });
  }
  template <class Out>
  __device__ void BlockedToWarpStriped(const T (&in)[items], Out (&out)[items]) {
    move(in, out, [this](int i) { return blocked(i); }, [this](int i) { return warp_striped(i); });
  }
  template <class Out, class Rank>
  __device__ void ScatterToBlocked(const T (&in)[items], Out (&out)[items], const Rank (&ranks)[items]) {
    move(in, out, [&](int i) { return static_cast<int>(ranks[i]); }, [this](int i) { return blocked(i); });
  }
  template <class Out, class Rank>
  __device__ void ScatterToStriped(const T (&in)[items], Out (&out)[items], const Rank (&ranks)[items]) {
    move(in, out, [&](int i) { return static_cast<int>(ranks[i]); }, [this](int i) { return striped(i); });
  }
  /// Items with a negative rank, or a rank that is not valid, are not moved.
  template <class Out, class Rank>
  __device__ void ScatterToStripedGuarded(const T (&in)[items], Out (&out)[items], const Rank (&ranks)[items]) {
    move(in, out, [&](int i) { return static_cast<int>(ranks[i]); }, [this](int i) { return striped(i); });
  }
  template <class Out, class Rank, class Valid>
  __device__ void ScatterToStripedFlagged(const T (&in)[items], Out (&out)[items], const Rank (&ranks)[items],
                                          const Valid (&valid)[items]) {
    move(in, out, [&](int i) { return valid[i] ? static_cast<int>(ranks[i]) : -1; },
         [this](int i) { return striped(i); });
  }

  __device__ void StripedToBlocked(T (&both)[items]) { StripedToBlocked(both, both); }
  __device__ void BlockedToStriped(T (&both)[items]) { BlockedToStriped(both, both); }
  __device__ void WarpStripedToBlocked(T (&both)[items]) { WarpStripedToBlocked(both, both); }
  __device__ void BlockedToWarpStriped(T (&both)[items]) { BlockedToWarpStriped(both, both); }
  template <class Rank>
  __device__ void ScatterToBlocked(T (&both)[items], const Rank (&ranks)[items]) {
    ScatterToBlocked(both, both, ranks);
  }
  template <class Rank>
  __device__ void ScatterToStriped(T (&both)[items], const Rank (&ranks)[items]) {
    ScatterToStriped(both, both, ranks);
  }

 private:
  __device__ int blocked(int i) const { return thread_ * items + i; }
  __device__ int striped(int i) const { return i * threads + thread_; }
  __device__ int warp_striped(int i) const {
    const int warp = thread_ / 32, width = threads - warp * 32 < 32 ? threads - warp * 32 : 32;
    return warp * 32 * items + i * width + thread_ % 32;
  }
  template <class Out, class To, class From>
  __device__ void move(const T (&in)[items], Out (&out)[items], To to, From from) {
    for (int i = 0; i < items; ++i) {
      if (to(i) >= 0) storage_.cell[to(i)].Alias() = in[i];
    }
    __syncthreads();
    for (int i = 0; i < items; ++i) out[i] = storage_.cell[from(i)].Alias();
  }

  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
