#include "labkit/channel/sanitizer.h"

#include "labkit/channel/options.h"
#include "labkit/channel/sanitizer_output.h"
#include "labkit/channel/transport.h"

namespace gridmark::channel {

std::optional<emulation::Finding> seen_by_sanitizer(const Request& request) {
  if (options().sanitizer.empty()) return std::nullopt;
  for (const char* tool : {"memcheck", "racecheck", "initcheck", "synccheck"}) {
    const auto worker = make_sanitized_transport(tool);
    worker->call(request);
    worker->finish();
    const SanitizerReport report = read_sanitizer_output(worker->printed());
    if (!report.findings.empty()) return report.findings.front();
    if (!report.faults.empty()) return report.faults.front();
  }
  return std::nullopt;
}

}  // namespace gridmark::channel
