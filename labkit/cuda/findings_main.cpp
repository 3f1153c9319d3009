// gridmark-cuda-findings: what NVIDIA's tools have seen, in gridmark's words.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "labkit/cuda/ncu_counters.h"
#include "labkit/cuda/sanitizer_output.h"

namespace {

using namespace gridmark;

constexpr int exit_clean = 0, exit_findings = 1, exit_no_input = 2, exit_wrong_usage = 64;

constexpr const char* usage = R"(usage:
  gridmark-cuda-findings sanitizer FILE   what compute-sanitizer printed: each finding with its line
  gridmark-cuda-findings counters FILE    what `ncu --csv` wrote: each launch's counters
  gridmark-cuda-findings metrics          the counters to ask ncu for

examples:
  compute-sanitizer --tool memcheck --leak-check full ./program > memcheck.txt; gridmark-cuda-findings sanitizer memcheck.txt
  ncu --csv --metrics $(gridmark-cuda-findings metrics) ./program > ncu.csv; gridmark-cuda-findings counters ncu.csv

Exit codes: 0 nothing was found, or counters were; 1 findings, 2 the file is none or was cut off, 64 wrong usage.
)";

bool read(const char* file, std::string& text) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    std::fprintf(stderr, "gridmark-cuda-findings: %s cannot be read\n", file);
    return false;
  }
  text.assign(std::istreambuf_iterator<char>(stream), {});
  return true;
}

int show_sanitizer(const std::string& text, const char* file) {
  const cuda::SanitizerReport report = cuda::read_sanitizer_output(text);
  for (const auto* findings : {&report.findings, &report.faults})
    for (const emulation::Finding& finding : *findings)
      std::printf("%s:%d: %s\n", finding.place.file.c_str(), finding.place.line, finding.sentence.c_str());
  for (const emulation::Allocation& leak : report.leaks)
    std::printf("%s:%d: %llu bytes were allocated and never freed\n", leak.place.file.c_str(),
                leak.place.line, static_cast<unsigned long long>(leak.bytes));
  if (report.total > 0) return exit_findings;
  if (!report.finished) {
    std::fprintf(
        stderr, "gridmark-cuda-findings: %s has no summary: the run was cut off, or this is another tool's\n",
        file);
    return exit_no_input;
  }
  std::printf("nothing was found\n");
  return exit_clean;
}

int show_counters(const std::string& text, const char* file) {
  const auto launches = cuda::read_ncu_csv(text);
  for (const cuda::LaunchCounters& launch : launches)
    for (const auto& [metric, value] : launch.values)
      std::printf("%-24s %-58s %16.0f\n", launch.kernel.c_str(), metric.c_str(), value);
  if (!launches.empty()) return exit_clean;
  const bool forbidden = text.find("ERR_NVGPUCTRPERM") != std::string::npos;
  std::fprintf(stderr, "gridmark-cuda-findings: %s has no counters%s\n", file,
               forbidden ? ": this machine does not permit them (ERR_NVGPUCTRPERM)" : "");
  return exit_no_input;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "--help" || what == "-h") return std::fputs(usage, stdout), exit_clean;
  if (what == "metrics" && argc == 2)
    return std::printf("%s\n", cuda::compared_metrics().c_str()), exit_clean;
  if ((what != "sanitizer" && what != "counters") || argc != 3)
    return std::fputs(usage, stderr), exit_wrong_usage;
  std::string text;
  if (!read(argv[2], text)) return exit_no_input;
  return what == "sanitizer" ? show_sanitizer(text, argv[2]) : show_counters(text, argv[2]);
}
