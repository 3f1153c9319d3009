#include "grader/report/sweep_printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "grader/core/number_text.h"
#include "grader/report/text.h"

namespace gridmark {
namespace {

const SweepPoint* find(const Sweep& sweep, const std::string& series, double size) {
  for (const SweepPoint& point : sweep)
    if (point.series == series && point.size == size && point.problem.empty()) return &point;
  return nullptr;
}

std::string header(const Sweep& sweep) {
  std::string names = fmt::format("{:>6}", "n"), kinds = fmt::format("{:>6}", "");
  for (const std::string& series : series_of(sweep)) {
    const auto first = std::find_if(sweep.begin(), sweep.end(),
                                    [&](const SweepPoint& point) { return point.series == series; });
    names += fmt::format("  {:>16}", printable(series));
    kinds += fmt::format("  {:>16}", name_of(first->provenance));
  }
  return names + "\n" + kinds + "\n";
}

std::string crossovers(const Sweep& sweep) {
  std::string text;
  for (const std::string& series : series_of(sweep)) {
    if (series == sweep.front().series) continue;
    const double from = crossover(sweep, series);
    const std::string name = printable(series), baseline = printable(sweep.front().series);
    text += from > 0 ? fmt::format("{}, copies included, is faster than {} from n = {}\n", name, baseline,
                                   number_text(from))
                     : fmt::format("{}, copies included, never overtakes {}\n", name, baseline);
  }
  return text;
}

std::string cell(double value) { return value > 0 ? fmt::format("{:.6g}", value) : ""; }

}  // namespace

std::string print_sweep(const Sweep& sweep) {
  if (sweep.empty()) return "no benchmark ran\n";
  std::set<double> sizes;
  for (const SweepPoint& point : sweep)
    if (point.problem.empty()) sizes.insert(point.size);
  std::string text = "TFLOPS of the work alone\n" + header(sweep);
  for (const double size : sizes) {
    text += fmt::format("{:>6}", number_text(size));
    for (const std::string& series : series_of(sweep)) {
      const SweepPoint* point = find(sweep, series, size);
      text += fmt::format("  {:>16}", point ? number_text(point->tflops) : "-");
    }
    text += "\n";
  }
  std::set<std::string> told;
  for (const SweepPoint& point : sweep)
    if (!point.problem.empty() && told.insert(point.series).second)
      text += fmt::format("{}: no times: {}\n", printable(point.series), printable(point.problem));
  if (sweep.front().provenance == Provenance::measured) text += crossovers(sweep);
  return text;
}

std::string sweep_csv(const Sweep& sweep) {
  std::string text = "series,provenance,n,ms,with_copies_ms,tflops,speedup,bytes_loaded,sectors\n";
  for (const SweepPoint& point : sweep) {
    if (!point.problem.empty()) continue;
    const SweepPoint* baseline = baseline_at(sweep, point.size);
    const double speedup = baseline ? baseline->with_copies_ms / point.with_copies_ms : 0;
    text += fmt::format("{},{},{:.6g},{:.6g},{:.6g},{:.6g},{},{},{}\n", point.series,
                        name_of(point.provenance), point.size, point.milliseconds, point.with_copies_ms,
                        point.tflops, cell(speedup), cell(point.bytes_loaded), cell(point.sectors));
  }
  return text;
}

}  // namespace gridmark
