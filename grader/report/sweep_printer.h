#pragma once
// A sweep as a table, for spreadsheets and as a drawing.
#include <string>

#include "grader/core/sweep.h"

namespace gridmark::report {

/// A table of TFLOPS by size and series. It shows which values are measured and which are modelled, and where
/// each series overtakes the baseline. If a series "cublas" has times, it also shows each kernel's part of
/// that speed.
std::string print_sweep(const Sweep& sweep);

/// A row per size: n, cpu_ms (the baseline), device_ms (the fastest other series, copies included). Then each
/// series with times has its time and speed, "matmul_tiled_modelled_ms". Cells of unknown values are empty.
std::string sweep_csv(const Sweep& sweep);

/// TFLOPS over the size, both logarithmic, a line per series. The drawing needs no other file.
std::string sweep_svg(const Sweep& sweep, const std::string& title);

}  // namespace gridmark::report
