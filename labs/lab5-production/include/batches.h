#pragma once
// Sources of micro-batches on the device. The plain one is given here. You write the Prefetcher of profiling.h.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "labkit/tensor/tensor.h"

/// Micro-batches of images, in a given order.
class Batches {
 public:
  virtual ~Batches() = default;
  /// The next micro-batch on the current device, or empty after the last one. Its elements are valid until the
  /// next call.
  virtual std::optional<gridmark::tensor::Batch> next() = 0;
};

/// Creates Batches: images order[0], order[1], ... in micro-batches of `rows`. The last one may have fewer rows.
using BatchSource = std::function<std::unique_ptr<Batches>(const gridmark::tensor::Images& images,
                                                           std::vector<std::int64_t> order, std::int64_t rows)>;

/// Copies each micro-batch from pageable memory. The host and the device wait for the copy.
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
