#pragma once
// From the parameters of a node to its operation. Callers hold the device lock.
#include "emulation/runtime/graph.h"
#include "emulation/runtime/operation.h"

namespace gridmark::emulation {

cudaError_t kernel_operation(const cudaKernelNodeParams* parameters, SharedOperation* made);
cudaError_t copy_operation(const cudaMemcpy3DParms* parameters, SharedOperation* made);
cudaError_t line_operation(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                           SharedOperation* made);
cudaError_t symbol_operation(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                             bool to_symbol, SharedOperation* made);
cudaError_t set_operation(const cudaMemsetParams* parameters, SharedOperation* made);
cudaError_t host_operation(const cudaHostNodeParams* parameters, SharedOperation* made);
cudaError_t child_operation(cudaGraph_t child, SharedOperation* made);
cudaError_t record_operation(cudaEvent_t event, SharedOperation* made);
cudaError_t wait_operation(cudaEvent_t event, SharedOperation* made);
cudaError_t allocation_operation(cudaMemAllocNodeParams* parameters, SharedOperation* made);
cudaError_t free_operation(void* device, SharedOperation* made);
/// Any kind.
cudaError_t any_operation(cudaGraphNodeParams* parameters, SharedOperation* made);

}  // namespace gridmark::emulation
