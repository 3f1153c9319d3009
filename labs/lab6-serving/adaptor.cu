// Runs lab 6's operations on the device, with the student's functions.
#include "labkit/channel/worker.h"
#include "labs/lab6-serving/inference_adaptor.cuh"
#include "labs/lab6-serving/paged_adaptor.cuh"
#include "labs/lab6-serving/server_adaptor.cuh"

namespace gridmark::lab6 {

GRIDMARK_OPERATION(Append, op) { return inference::run(op); }
GRIDMARK_OPERATION(Choose, op) { return inference::run(op); }
GRIDMARK_OPERATION(Generate, op) { return inference::run(op); }
GRIDMARK_OPERATION(Benchmark, op) { return inference::run(op); }
GRIDMARK_OPERATION(SweetSpot, op) { return inference::run(op); }
GRIDMARK_OPERATION(QuantizeRows, op) { return inference::run(op); }
GRIDMARK_OPERATION(LinearInt8, op) { return inference::run(op); }
GRIDMARK_OPERATION(LargestModel, op) { return inference::run(op); }
GRIDMARK_OPERATION(ServeWithin, op) { return inference::run(op); }

GRIDMARK_OPERATION(PagedAttention, op) { return paged::run(op); }
GRIDMARK_OPERATION(PagedRefusals, op) { return paged::run(op); }
GRIDMARK_OPERATION(AllocatorCalls, op) { return paged::run(op); }
GRIDMARK_OPERATION(BlocksThatFit, op) { return paged::run(op); }
GRIDMARK_OPERATION(EngineCalls, op) { return paged::run(op); }

}  // namespace gridmark::lab6
