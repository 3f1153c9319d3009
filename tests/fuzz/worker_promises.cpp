// Promises of the readers of a sandbox's output.
#include <cmath>
#include <set>

#include "grader/load/load_checker_results.h"
#include "grader/system/sandbox_report.h"
#include "labkit/channel/reply.h"
#include "labkit/channel/sanitizer_output.h"
#include "tests/fuzz/promises.h"

namespace gridmark::fuzz {

std::string reply_promise(std::string_view text) {
  const auto reply = channel::parse_reply(text);
  if (!reply || channel::to_json(*reply) == text) return {};
  return "a reply is taken that no worker of gridmark's writes";
}

std::string checker_results_promise(std::string_view text) {
  const auto results = load::load_checker_results(text);
  if (!results) return results.error().message.empty() ? "a refusal says nothing" : "";
  std::set<std::string> names;
  for (const TestResult& test : results->tests)
    if (!names.insert(test.name).second) return "a test has two results";
  for (const Measurement& measurement : results->measurements)
    if (!std::isfinite(measurement.value)) return "a measurement is not finite";
  return {};
}

std::string launcher_report_promise(std::string_view text) {
  const auto report = system::parse_run_report(text);
  return !report && report.error().message.empty() ? "a refusal says nothing" : "";
}

std::string sanitizer_output_promise(std::string_view text) {
  const channel::SanitizerReport report = channel::read_sanitizer_output(text);
  if (report.findings.size() + report.faults.size() + report.leaks.size() > report.total)
    return "more is found than was reported";
  for (const auto* findings : {&report.findings, &report.faults})
    for (const emulation::Finding& finding : *findings) {
      if (finding.message.empty()) return "a finding says nothing";
      if (finding.place.line < 0) return "a finding is before the first line";
    }
  return {};
}

}  // namespace gridmark::fuzz
