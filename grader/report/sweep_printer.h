#pragma once
// A sweep for people, for spreadsheets and as a drawing.
#include <string>

#include "grader/core/sweep.h"

namespace gridmark::report {

/// A table of TFLOPS by size and series, what is measured and what modelled, and where each series overtakes
/// the baseline. With a series "cublas" that has times, each kernel's part of its speed as well.
std::string print_sweep(const Sweep& sweep);

/// A row per size: n, cpu_ms (the baseline), device_ms (the fastest other series, copies included), then for
/// each series with times its own time and speed, "matmul_tiled_modelled_ms". Empty cells where nothing is
/// known.
std::string sweep_csv(const Sweep& sweep);

/// TFLOPS over the size, both logarithmic, a line per series; a drawing that needs nothing but itself.
std::string sweep_svg(const Sweep& sweep, const std::string& title);

}  // namespace gridmark::report
