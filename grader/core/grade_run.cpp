#include "grader/core/grade_run.h"

#include <fmt/format.h>

namespace gridmark {

std::string run_words(const GradeRun& run) {
  const std::string machine = run.machine.empty() ? "" : " (" + run.machine + ")";
  return fmt::format("{}{}, {} device, {}", run.host.empty() ? "a machine without a name" : run.host, machine,
                     name_of(run.device), run.started);
}

}  // namespace gridmark
