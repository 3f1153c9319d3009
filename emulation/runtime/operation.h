#pragma once
// One operation of the device: a command of a stream, or a node of a graph.
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "emulation/timeline/work.h"
#include "gridmark/graph_types.h"

namespace gridmark::emulation {

struct Position;

class Operation {
 public:
  virtual ~Operation() = default;
  /// Runs the operation, as `work` of the timeline.
  virtual void run(const SharedWork& work) = 0;
  /// False while it waits for an event outside the device, such as another rank. Its stream asks again.
  virtual bool is_ready() { return true; }
  /// Its modelled time. Empty before the run if only counts can give it.
  virtual std::optional<Cost> cost() const { return Cost{}; }
  /// Kind, name and direction, for the timeline.
  virtual Span span() const { return {}; }
  /// Work outside its own stream that it waits for.
  virtual Position awaited() const;
  virtual cudaGraphNodeType type() const { return cudaGraphNodeTypeEmpty; }
  /// For messages: "kernel scale", "the copy". Empty if it touches no device memory.
  virtual std::string title() const { return {}; }
};

/// An ordering only: later work waits for earlier work.
class EmptyOperation : public Operation {
 public:
  void run(const SharedWork&) override {}
};

class HostOperation : public Operation {
 public:
  explicit HostOperation(std::function<void()> function, cudaHostNodeParams given = {})
      : parameters(given), function_(std::move(function)) {}
  void run(const SharedWork& work) override;
  std::optional<Cost> cost() const override;
  Span span() const override;
  cudaGraphNodeType type() const override { return cudaGraphNodeTypeHost; }
  cudaHostNodeParams parameters;

 private:
  std::function<void()> function_;
};

using SharedOperation = std::shared_ptr<Operation>;

}  // namespace gridmark::emulation
