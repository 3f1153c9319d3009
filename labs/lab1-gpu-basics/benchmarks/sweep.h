#pragma once
// The series of the sweep. Each function takes one size of one product.
#include <benchmark/benchmark.h>

#include "labs/lab1-gpu-basics/operations.h"

namespace gridmark::lab1 {

/// The time and the speed of an n x n x n product.
void note_speed(benchmark::State& state, int n, double ms);

/// Modelled: a roofline over the counts of one run, and the copies of A, B and C over the bus.
void modelled(benchmark::State& state, Kernel kernel, int n);

/// Measured on a GPU: the submission's product and cuBLAS. cuBLAS's times come with the kernels', so
/// `timed_cublas` must run after them.
void timed(benchmark::State& state, Kernel kernel, int n);
void timed_cublas(benchmark::State& state, int n);

/// Measured: this machine's processor, with OpenBLAS, or with plain loops if that is not installed.
bool has_openblas();
void processor(benchmark::State& state, int n);

}  // namespace gridmark::lab1
