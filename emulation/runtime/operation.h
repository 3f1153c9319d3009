#pragma once
// One thing that the device does: a command of a stream, or a node of a graph.
#include <functional>
#include <memory>
#include <string>

#include "gridmark/graph_types.h"

namespace gridmark::emulation {

/// Modelled time in nanoseconds since the program's start (time_model.h).
using Nanoseconds = double;

class Operation {
 public:
  virtual ~Operation() = default;
  /// Does it. `start` and the result are modelled times.
  virtual Nanoseconds run(Nanoseconds start) = 0;
  virtual cudaGraphNodeType type() const { return cudaGraphNodeTypeEmpty; }
  /// For messages: "kernel scale", "the copy". Empty where it touches no memory of the device.
  virtual std::string title() const { return {}; }
};

/// Only an order: what comes after it waits for what came before.
class EmptyOperation : public Operation {
 public:
  Nanoseconds run(Nanoseconds start) override { return start; }
};

class HostOperation : public Operation {
 public:
  explicit HostOperation(std::function<void()> function, cudaHostNodeParams given = {})
      : parameters(given), function_(std::move(function)) {}
  Nanoseconds run(Nanoseconds start) override;
  cudaGraphNodeType type() const override { return cudaGraphNodeTypeHost; }
  cudaHostNodeParams parameters;

 private:
  std::function<void()> function_;
};

using SharedOperation = std::shared_ptr<Operation>;

}  // namespace gridmark::emulation
