#include "grader/core/grade_run.h"

#include <fmt/format.h>

namespace gridmark {

std::string run_words(const GradeRun& run) {
  const std::string machine = run.machine.empty() ? "" : " (" + run.machine + ")";
  const std::string device = run.gpu.empty() ? fmt::format("{} device", name_of(run.device)) : run.gpu;
  return fmt::format("{}{}, {}, {}", run.host.empty() ? "a machine without a name" : run.host, machine,
                     device, run.started);
}

}  // namespace gridmark
