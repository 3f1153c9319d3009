#pragma once
// A launch as an operation. It can run several times. The arguments stay as they were at the launch.
#include <memory>

#include "emulation/runtime/operation.h"
#include "emulation/runtime/time_model.h"
#include "gridmark/launch.h"

namespace gridmark::emulation {

void run_kernel(const KernelCall& call);
/// The launch's fraction of the blocks that the device holds at once: at most 1.
double share_of_device(const KernelCall& call);

class KernelOperation : public Operation {
 public:
  explicit KernelOperation(std::shared_ptr<KernelCall> bound) : call(std::move(bound)) {}
  void run(const SharedWork& work) override;
  std::optional<Cost> cost() const override;
  Span span() const override { return {.kind = Span::Kind::kernel, .name = call->kernel}; }
  cudaGraphNodeType type() const override { return cudaGraphNodeTypeKernel; }
  std::string title() const override { return std::string("kernel ") + call->kernel; }
  std::shared_ptr<KernelCall> call;
  cudaKernelNodeParams parameters{};  ///< as given to a graph's node

 private:
  std::optional<Cost> counted_;  ///< from the previous run in the counted flavour
};

}  // namespace gridmark::emulation
