#pragma once
// The contract of your transfers.cu: copies between the host's memory and the device's.
//
// `host` pointers point to ordinary memory of the host, and `device` pointers to memory of the device. All
// functions return errors of CUDA unchanged, and cudaErrorInvalidValue for sizes < 1. Each call must free the
// memory that it allocates, and destroy its events and streams. Kernels must use FP32 only. Note that a
// constant without an f is a double. The results must be there when a call returns, unless its contract
// allows otherwise.
#include <cuda_runtime.h>

#include <cstddef>

/// The product of two square matrices on the device: c = a * b, row-major FP32.
///
/// a, b, c [n,n]   host pointers. Write all elements of c
/// accuracy        relative RMSE against FP64 <= 1e-5
cudaError_t hello_matmul(const float* a, const float* b, float* c, int n);

/// Times of one copy to the device and one copy back, each measured between two events.
struct TransferTimes {
  float to_device_ms = 0, to_host_ms = 0;               ///< milliseconds
  double to_device_mb_per_s = 0, to_host_mb_per_s = 0;  ///< 1 MB is 1,000,000 bytes
};

/// Copies `count` floats from `host` to the device and then into `back`. Times both copies, without any other
/// work, with cudaEventElapsedTime.
cudaError_t time_transfers(const float* host, float* back, std::size_t count, TransferTimes& times);

/// Copies a matrix from the host, with gaps between its rows, into a matrix on the device without gaps:
/// device[r * columns + c] = host[r * stride + c].
///
/// stride   floats from the start of one row to the next, >= columns. Do not copy the gaps between rows
/// copies   exactly `rows`
cudaError_t copy_rows_one_by_one(const float* host, int stride, float* device, int rows, int columns);

/// The same with exactly one copy, for any number of rows.
cudaError_t copy_rows_at_once(const float* host, int stride, float* device, int rows, int columns);

/// Computes x = 0.99 * x + 1 `steps` times for each of the `count` floats at `host`. Each step uses a kernel.
///
/// copies   each step copies the data to the device and back, so exactly `steps` copies each way
cudaError_t step_with_round_trips(float* host, std::size_t count, int steps);

/// The same, but the data stays on the device between steps.
///
/// copies   exactly one each way, for any number of steps
cudaError_t step_resident(float* host, std::size_t count, int steps);

/// Allocates `count` floats of page-locked ("pinned") memory on the host.
cudaError_t make_pinned(std::size_t count, float*& pinned);

/// Frees the memory from make_pinned().
cudaError_t release_pinned(float* pinned);

/// Queues a copy of `count` floats to the device on `stream` and returns at once. The caller waits for it.
///
/// pinned   page-locked memory, so that the copy can run while the host does other work
cudaError_t start_upload(const float* pinned, float* device, std::size_t count, cudaStream_t stream);
