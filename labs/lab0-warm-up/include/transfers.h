#pragma once
// Between the host's memory and the device's: what your transfers.cu implements.
//
// Common to all: `host` pointers lie in ordinary memory of the host, `device` pointers in the device's.
// Errors of CUDA are returned unchanged; sizes < 1 give cudaErrorInvalidValue. What a call allocates it frees
// again, and events and streams that it creates it destroys. Kernels compute in FP32 alone: a constant without
// an f is a double. When a call has returned, its results are there, unless it says otherwise.
#include <cuda_runtime.h>

#include <cstddef>

/// The product of two square matrices on the device: c = a * b, row-major FP32.
///
/// a, b, c [n,n]   host pointers; c is overwritten whole
/// accuracy        relative RMSE against FP64 <= 1e-5
cudaError_t hello_matmul(const float* a, const float* b, float* c, int n);

/// One copy there and one back, each between two events.
struct TransferTimes {
  float to_device_ms = 0, to_host_ms = 0;               ///< milliseconds
  double to_device_mb_per_s = 0, to_host_mb_per_s = 0;  ///< 1 MB is 1,000,000 bytes
};

/// Copies `count` floats from `host` to the device and back into `back`, and times both copies, and nothing
/// but the copies, with cudaEventElapsedTime.
cudaError_t time_transfers(const float* host, float* back, std::size_t count, TransferTimes& times);

/// A matrix in the host's memory whose rows lie apart, into one on the device whose rows do not:
/// device[r * columns + c] = host[r * stride + c].
///
/// stride   floats from one row to the next, >= columns; what lies between rows is not yours to copy
/// copies   exactly `rows`
cudaError_t copy_rows_one_by_one(const float* host, int stride, float* device, int rows, int columns);

/// The same with exactly one copy, whatever `rows` is.
cudaError_t copy_rows_at_once(const float* host, int stride, float* device, int rows, int columns);

/// `steps` times x = 0.99 * x + 1 for each of the `count` floats at `host`, each time with a kernel.
///
/// copies   each step takes the data to the device and back: exactly `steps` each way
cudaError_t step_with_round_trips(float* host, std::size_t count, int steps);

/// The same, but the data stays on the device between steps.
///
/// copies   exactly one each way, whatever `steps` is
cudaError_t step_resident(float* host, std::size_t count, int steps);

/// `count` floats of page-locked ("pinned") memory of the host.
cudaError_t make_pinned(std::size_t count, float*& pinned);

/// Gives back what make_pinned() gave.
cudaError_t release_pinned(float* pinned);

/// Queues a copy of `count` floats to the device on `stream`, and returns at once: the caller waits.
///
/// pinned   page-locked memory, which is what lets the copy run beside the host
cudaError_t start_upload(const float* pinned, float* device, std::size_t count, cudaStream_t stream);
