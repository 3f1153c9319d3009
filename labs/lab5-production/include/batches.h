#pragma once
// How micro-batches come to the device. The plain way is given here; the Prefetcher of profiling.h is yours.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "labkit/tensor/tensor.h"

/// The micro-batches of one order of images.
class Batches {
 public:
  virtual ~Batches() = default;
  /// The next micro-batch on the current device; empty after the last one. Its elements are good until the
  /// next call.
  virtual std::optional<gridmark::tensor::Batch> next() = 0;
};

/// Makes Batches: images [order[0]], [order[1]], ... in micro-batches of `rows`; the last one may have fewer.
using BatchSource = std::function<std::unique_ptr<Batches>(const gridmark::tensor::Images& images,
                                                           std::vector<std::int64_t> order, std::int64_t rows)>;

/// One copy from pageable memory for each micro-batch, for which the host and the device wait.
class PlainBatches : public Batches {
 public:
  PlainBatches(const gridmark::tensor::Images& images, std::vector<std::int64_t> order, std::int64_t rows)
      : loader_(images, rows, 0, gridmark::tensor::Device::cuda(), gridmark::tensor::Tail::kept) {
    loader_.set_order(std::move(order));
  }
  std::optional<gridmark::tensor::Batch> next() override { return loader_.next(); }

 private:
  gridmark::tensor::DataLoader loader_;
};

inline std::unique_ptr<Batches> plain_batches(const gridmark::tensor::Images& images, std::vector<std::int64_t> order,
                                              std::int64_t rows) {
  return std::make_unique<PlainBatches>(images, std::move(order), rows);
}
