#pragma once
// The series of the sweep: each takes one size of one product.
#include <benchmark/benchmark.h>

#include "labs/lab1-gpu-basics/operations.h"

namespace gridmark::lab1 {

/// A product's time alone and its speed, n x n x n.
void note_speed(benchmark::State& state, int n, double ms);

/// Modelled: a roofline over the counts of one run, copies of A, B and C over the bus beside it.
void modelled(benchmark::State& state, Kernel kernel, int n);

/// Measured on a GPU: the submission's product, and cuBLAS beside it. cuBLAS's times come with the kernels', so
/// `timed_cublas` is to run after them.
void timed(benchmark::State& state, Kernel kernel, int n);
void timed_cublas(benchmark::State& state, int n);

/// Measured: this machine's processor, by OpenBLAS, or by plain loops where that is not installed.
bool has_openblas();
void processor(benchmark::State& state, int n);

}  // namespace gridmark::lab1
