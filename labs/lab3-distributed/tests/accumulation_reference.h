#pragma once
// The training of lab 3's accumulation in double precision, on one machine with one batch.
#include <span>
#include <vector>

#include "labkit/oracle/distance.h"
#include "labkit/oracle/perceptron.h"
#include "labs/lab3-distributed/accumulation_operations.h"

namespace gridmark::lab3 {

using oracle::DenseLayer;
using oracle::length_of;
using oracle::MeanGradient;
using oracle::ReferenceOptimizer;
using oracle::ReferenceRow;

inline std::vector<DenseLayer> accumulation_layers() {
  const DenseLayer first{accumulation_inputs, accumulation_hidden, 0};
  const DenseLayer middle{accumulation_hidden, accumulation_hidden, first.end()};
  return {first, middle, {accumulation_hidden, accumulation_classes, middle.end()}};
}

inline std::size_t accumulation_parameters() { return accumulation_layers().back().end(); }

/// The gradient over rows [first, end) of an operation.
inline MeanGradient mean_gradient(const Accumulate& op, std::span<const double> parameters, std::size_t first,
                                  std::size_t end, bool skips_middle) {
  std::vector<DenseLayer> layers = accumulation_layers();
  if (skips_middle) layers.erase(layers.begin() + 1);
  MeanGradient mean{.values = std::vector<double>(parameters.size())};
  for (std::size_t row = first; row < end; ++row)
    ReferenceRow(layers, parameters, op.x.values().subspan(row * accumulation_inputs, accumulation_inputs))
        .add_to(mean, op.labels.values()[row], 1.0 / static_cast<double>(end - first));
  return mean;
}

}  // namespace gridmark::lab3
