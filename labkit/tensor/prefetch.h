#pragma once
// Batches that are on the device before they are needed.
#include <cuda_runtime.h>

#include <memory>
#include <optional>
#include <vector>

#include "labkit/tensor/datasets.h"

namespace gridmark::tensor {

/// The rest of a loader's epoch. While one batch is in use, the next ones are copied from pinned memory in a
/// stream that is not the one that computes.
///
///   loader.start_epoch(epoch);
///   PrefetchedBatches batches(loader, copies);
///   while (const auto batch = batches.next()) step(*batch);
///
/// Theory of operation. There are `depth` buffers, each with pinned memory, memory of the device and two
/// events. The host fills a buffer once its last copy has read the pinned memory. The copy waits for the
/// event behind the last use of the device's memory. The computing stream waits for the event behind the
/// copy. Nothing else waits.
class PrefetchedBatches {
 public:
  /// copies  a stream of the loader's device, which outlives this; a non-blocking one, to overlap with the
  /// default
  ///         stream
  /// depth   buffers: 1 copies nothing ahead, 2 is one batch ahead
  /// errors  Error: a depth below 1, or a loader whose batches lie on the host
  PrefetchedBatches(DataLoader& loader, cudaStream_t copies, int depth = 2);
  /// Waits for the copies.
  ~PrefetchedBatches();
  PrefetchedBatches(const PrefetchedBatches&) = delete;
  PrefetchedBatches& operator=(const PrefetchedBatches&) = delete;

  /// The batch at the loader's position, which moves on; empty after the last one. It is for the stream that
  /// is current now (stream.h), and its elements are good until the next call, which may let them be
  /// overwritten: then a graph that saved them throws AutogradError in backward().
  ///
  /// errors  Error: the loader's order or position was changed; make new PrefetchedBatches then
  std::optional<Batch> next();

 private:
  struct Buffer;
  Buffer& buffer_of(std::int64_t index) const;
  void fetch();

  DataLoader& loader_;
  cudaStream_t copies_;
  int changes_;             ///< the loader's, when this was made
  std::int64_t fetched_;    ///< the first batch that is not on its way
  Buffer* used_ = nullptr;  ///< what the last next() gave
  std::vector<std::unique_ptr<Buffer>> buffers_;
};

}  // namespace gridmark::tensor
