#pragma once
// Batches that are copied to the device before they are needed.
#include <cuda_runtime.h>

#include <memory>
#include <optional>
#include <vector>

#include "labkit/tensor/datasets.h"

namespace gridmark::tensor {

/// The rest of a loader's epoch. While one batch is in use, the next ones are copied from pinned memory in a
/// separate stream.
///
///   loader.start_epoch(epoch);
///   PrefetchedBatches batches(loader, copies);
///   while (const auto batch = batches.next()) step(*batch);
///
/// Theory of operation. There are `depth` buffers. Each has pinned memory, device memory and two events. The
/// host fills a buffer once its last copy has read the pinned memory. The copy waits for the event after the
/// last use of the device memory. The computing stream waits for the event after the copy. Nothing else
/// waits.
class PrefetchedBatches {
 public:
  /// copies  a stream of the loader's device that outlives this object. It must be non-blocking to overlap
  ///         with the default stream
  /// depth   buffers: 1 copies nothing ahead, 2 is one batch ahead
  /// errors  Error: a depth below 1, or a loader whose batches are on the host
  PrefetchedBatches(DataLoader& loader, cudaStream_t copies, int depth = 2);
  /// Waits for the copies.
  ~PrefetchedBatches();
  PrefetchedBatches(const PrefetchedBatches&) = delete;
  PrefetchedBatches& operator=(const PrefetchedBatches&) = delete;

  /// The batch at the loader's position, which then advances. Empty after the last batch. Use it on the
  /// stream that is current now (stream.h). Its elements are valid until the next call, which may overwrite
  /// them. A graph that saved them then throws AutogradError in backward().
  ///
  /// errors  Error: the loader's order or position was changed. Make a new PrefetchedBatches then
  std::optional<Batch> next();

 private:
  struct Buffer;
  Buffer& buffer_of(std::int64_t index) const;
  void fetch();

  DataLoader& loader_;
  cudaStream_t copies_;
  int changes_;             ///< the loader's, when this object was made
  std::int64_t fetched_;    ///< the first batch that is not being copied yet
  Buffer* used_ = nullptr;  ///< the buffer of the last next()
  std::vector<std::unique_ptr<Buffer>> buffers_;
};

}  // namespace gridmark::tensor
