// gridmark-cuda-findings: the findings of NVIDIA's tools in gridmark's words.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "labkit/channel/sanitizer_output.h"
#include "labkit/cuda/emulated_profile.h"
#include "labkit/cuda/ncu_counters.h"

namespace {

using namespace gridmark;

constexpr int exit_clean = 0, exit_findings = 1, exit_no_input = 2, exit_wrong_usage = 64;

constexpr const char* usage = R"(usage:
  gridmark-cuda-findings sanitizer FILE   print each finding in the output of compute-sanitizer, with its line
  gridmark-cuda-findings counters FILE    print each launch's counters in the output of `ncu --csv`
  gridmark-cuda-findings metrics          print the counters that ncu must record
  gridmark-cuda-findings beside FILE PROFILE
                                          compare ncu's counters with those of the emulated device, in Markdown

examples:
  compute-sanitizer --tool memcheck --leak-check full ./program > memcheck.txt; gridmark-cuda-findings sanitizer memcheck.txt
  ncu --csv --metrics $(gridmark-cuda-findings metrics) ./program > ncu.csv; gridmark-cuda-findings counters ncu.csv
  gridmark-cc --flavour counted -o counted program.cu; GRIDMARK_PROFILE=counts.json ./counted
  gridmark-cuda-findings beside ncu.csv counts.json

Exit codes: 0 no findings, or counters were printed, 1 findings, or counters that differ by more than 1%, 2 a file is
missing, cut off or of another kind, 64 wrong usage.
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
  const channel::SanitizerReport report = channel::read_sanitizer_output(text);
  for (const auto* findings : {&report.findings, &report.faults})
    for (const emulation::Finding& finding : *findings)
      std::printf("%s:%d: %s\n", finding.place.file.c_str(), finding.place.line, finding.message.c_str());
  for (const emulation::Allocation& leak : report.leaks)
    std::printf("%s:%d: %llu bytes were allocated and never freed\n", leak.place.file.c_str(),
                leak.place.line, static_cast<unsigned long long>(leak.bytes));
  if (report.total > 0) return exit_findings;
  if (!report.finished) {
    std::fprintf(
        stderr,
        "gridmark-cuda-findings: %s has no summary: the run was cut off, or the file is from another tool\n",
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

void print_row(const std::string& kernel, const cuda::ComparedCounter& counter) {
  std::printf("| `%s` | %s | %.0f | %.0f | %s |\n", kernel.c_str(), counter.name.c_str(), counter.emulated,
              counter.hardware, cuda::agree(counter) ? "" : "differ");
}

/// The number of compared counters and of those that differ.
struct Comparison {
  int counters = 0;
  int differ = 0;
};

Comparison print_table(const std::vector<cuda::LaunchCounters>& hardware,
                       const std::map<std::string, emulation::Meters>& emulated) {
  Comparison all;
  std::printf(
      "| kernel | counter | emulated device, counted | GPU, ncu's counter | |\n|---|---|---:|---:|---|\n");
  for (const cuda::LaunchCounters& kernel : cuda::sums_of(hardware)) {
    const auto counts = emulated.find(kernel.kernel);
    if (counts == emulated.end()) continue;
    for (const cuda::ComparedCounter& counter : cuda::compare(counts->second, kernel)) {
      print_row(kernel.kernel, counter);
      ++all.counters;
      if (!cuda::agree(counter)) ++all.differ;
    }
  }
  return all;
}

int show_beside(const std::string& counters, const char* file, const char* profile_file) {
  std::string text;
  if (!read(profile_file, text)) return exit_no_input;
  const auto profile = cuda::read_emulated_profile(text);
  if (!profile) {
    std::fprintf(stderr,
                 "gridmark-cuda-findings: %s is not a profile. Run a counted program with "
                 "GRIDMARK_PROFILE=FILE to write one\n",
                 profile_file);
    return exit_no_input;
  }
  const auto [compared, differ] = print_table(cuda::read_ncu_csv(counters), *profile);
  if (compared == 0) {
    std::fprintf(stderr, "gridmark-cuda-findings: %s and %s have no kernel in common\n", file, profile_file);
    return exit_no_input;
  }
  std::printf("\n%d counters, %d differ by more than 1%%\n", compared, differ);
  return differ == 0 ? exit_clean : exit_findings;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "--help" || what == "-h") return std::fputs(usage, stdout), exit_clean;
  if (what == "metrics" && argc == 2)
    return std::printf("%s\n", cuda::compared_metrics().c_str()), exit_clean;
  const bool beside = what == "beside" && argc == 4;
  if (!beside && ((what != "sanitizer" && what != "counters") || argc != 3))
    return std::fputs(usage, stderr), exit_wrong_usage;
  std::string text;
  if (!read(argv[2], text)) return exit_no_input;
  if (beside) return show_beside(text, argv[2], argv[3]);
  return what == "sanitizer" ? show_sanitizer(text, argv[2]) : show_counters(text, argv[2]);
}
