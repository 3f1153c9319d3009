#pragma once
// A launch as an operation. It may run several times: the arguments stay as they were at the launch.
#include <memory>

#include "emulation/runtime/operation.h"
#include "emulation/runtime/time_model.h"
#include "gridmark/launch.h"

namespace gridmark::emulation {

void run_kernel(const KernelCall& call);
/// Of the blocks that the device holds at once, how many a launch has: at most 1.
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
  cudaKernelNodeParams parameters{};  ///< as a graph's node was given them

 private:
  std::optional<Cost> counted_;  ///< of the run before, where the counted flavour told
};

}  // namespace gridmark::emulation
