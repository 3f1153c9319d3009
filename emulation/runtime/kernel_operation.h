#pragma once
// A launch as an operation. It may run several times: the arguments stay as they were at the launch.
#include <memory>

#include "emulation/runtime/operation.h"
#include "emulation/runtime/time_model.h"
#include "gridmark/launch.h"

namespace gridmark::emulation {

void run_kernel(const KernelCall& call);

class KernelOperation : public Operation {
 public:
  explicit KernelOperation(std::shared_ptr<KernelCall> bound) : call(std::move(bound)) {}
  Nanoseconds run(Nanoseconds start) override {
    run_kernel(*call);
    const dim3 &grid = call->shape.grid, &block = call->shape.block;
    return start + kernel_time(std::uint64_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z);
  }
  cudaGraphNodeType type() const override { return cudaGraphNodeTypeKernel; }
  std::string title() const override { return std::string("kernel ") + call->kernel; }
  std::shared_ptr<KernelCall> call;
  cudaKernelNodeParams parameters{};  ///< as a graph's node was given them
};

}  // namespace gridmark::emulation
