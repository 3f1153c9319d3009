#include "grader/report/sweep_printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "grader/core/number_text.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

constexpr std::string_view vendors_library = "cublas";  ///< the series that kernels are compared with

const SweepPoint* find(const Sweep& sweep, std::string_view series, double size) {
  for (const SweepPoint& point : sweep)
    if (point.series == series && point.size == size && point.problem.empty()) return &point;
  return nullptr;
}

std::set<double> sizes_of(const Sweep& sweep) {
  std::set<double> sizes;
  for (const SweepPoint& point : sweep)
    if (point.problem.empty()) sizes.insert(point.size);
  return sizes;
}

/// The fastest series of the submission at this size, copies included. The baseline and the vendor's library
/// are not considered.
const SweepPoint* fastest_at(const Sweep& sweep, double size) {
  const SweepPoint* fastest = nullptr;
  for (const SweepPoint& point : sweep) {
    if (point.size != size || !point.problem.empty()) continue;
    if (point.series == sweep.front().series || point.series == vendors_library) continue;
    if (fastest == nullptr || point.with_copies_ms < fastest->with_copies_ms) fastest = &point;
  }
  return fastest;
}

/// The series that have a time for at least one size.
std::vector<std::string> timed_series(const Sweep& sweep) {
  std::vector<std::string> timed = series_of(sweep);
  std::erase_if(timed, [&](const std::string& series) {
    return std::none_of(sweep.begin(), sweep.end(), [&](const SweepPoint& point) {
      return point.series == series && point.problem.empty();
    });
  });
  return timed;
}

bool is_on_the_host(const Sweep& sweep, const std::string& series) {
  return sweep.front().provenance == Provenance::measured && series == sweep.front().series;
}

std::string header(const Sweep& sweep) {
  std::string names = fmt::format("{:>6}", "n"), kinds = fmt::format("{:>6}", "");
  for (const std::string& series : timed_series(sweep)) {
    const auto first = std::find_if(sweep.begin(), sweep.end(),
                                    [&](const SweepPoint& point) { return point.series == series; });
    names += fmt::format("  {:>16}", printable(series));
    kinds += fmt::format("  {:>16}", name_of(first->provenance));
  }
  return names + "\n" + kinds + "\n";
}

std::string crossovers(const Sweep& sweep) {
  std::string text;
  for (const std::string& series : timed_series(sweep)) {
    if (series == sweep.front().series) continue;
    const double from = crossover(sweep, series);
    const std::string name = printable(series), baseline = printable(sweep.front().series);
    text += from > 0 ? fmt::format("{}, copies included, is faster than {} from n = {}\n", name, baseline,
                                   number_text(from))
                     : fmt::format("{}, copies included, never overtakes {}\n", name, baseline);
  }
  return text;
}

/// Each kernel's part of the vendor library's speed, if both were timed the same way.
std::string shares(const Sweep& sweep) {
  const std::vector<std::string> timed = timed_series(sweep);
  if (std::find(timed.begin(), timed.end(), vendors_library) == timed.end()) return "";
  std::string text = fmt::format("Part of {}'s speed\n{:>6}", vendors_library, "n"), rows;
  for (const std::string& series : timed)
    if (series != vendors_library && !is_on_the_host(sweep, series))
      text += fmt::format("  {:>16}", printable(series));
  for (const double size : sizes_of(sweep)) {
    const SweepPoint* library = find(sweep, vendors_library, size);
    if (library == nullptr || !(library->tflops > 0)) continue;
    rows += fmt::format("{:>6}", number_text(size));
    for (const std::string& series : timed) {
      if (series == vendors_library || is_on_the_host(sweep, series)) continue;
      const SweepPoint* point = find(sweep, series, size);
      const bool comparable = point && point->provenance == library->provenance;
      rows +=
          fmt::format("  {:>16}", comparable ? fmt::format("{:.1f}%", 100 * point->tflops / library->tflops)
                                             : std::string("-"));
    }
    rows += "\n";
  }
  return text + "\n" + rows;
}

std::string sweep_cell(double value) { return value > 0 ? fmt::format("{:.6g}", value) : ""; }

}  // namespace

std::string print_sweep(const Sweep& sweep) {
  if (sweep.empty()) return "no benchmark ran\n";
  std::string text = "TFLOPS of the work alone\n" + header(sweep);
  for (const double size : sizes_of(sweep)) {
    text += fmt::format("{:>6}", number_text(size));
    for (const std::string& series : timed_series(sweep)) {
      const SweepPoint* point = find(sweep, series, size);
      text += fmt::format("  {:>16}", point ? number_text(point->tflops) : "-");
    }
    text += "\n";
  }
  text += shares(sweep);
  std::set<std::string> told;
  for (const SweepPoint& point : sweep)
    if (!point.problem.empty() && told.insert(point.series).second)
      text += fmt::format("{}: no times: {}\n", printable(point.series), printable(point.problem));
  if (sweep.front().provenance == Provenance::measured) text += crossovers(sweep);
  return text;
}

std::string sweep_csv(const Sweep& sweep) {
  std::string text = "n,cpu_ms,device_ms";
  for (const std::string& series : timed_series(sweep)) {
    const auto first = std::find_if(sweep.begin(), sweep.end(),
                                    [&](const SweepPoint& point) { return point.series == series; });
    text += fmt::format(",{0}_{1}_ms,{0}_{1}_tflops", series, name_of(first->provenance));
  }
  text += "\n";
  for (const double size : sizes_of(sweep)) {
    const SweepPoint *cpu = baseline_at(sweep, size), *device = fastest_at(sweep, size);
    text += fmt::format("{:.6g},{},{}", size, sweep_cell(cpu ? cpu->with_copies_ms : 0),
                        sweep_cell(device ? device->with_copies_ms : 0));
    for (const std::string& series : timed_series(sweep)) {
      const SweepPoint* point = find(sweep, series, size);
      text += fmt::format(",{},{}", sweep_cell(point ? point->milliseconds : 0),
                          sweep_cell(point ? point->tflops : 0));
    }
    text += "\n";
  }
  return text;
}

}  // namespace gridmark::report
