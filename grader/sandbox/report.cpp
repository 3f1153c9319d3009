#include "grader/sandbox/report.h"

#include <nlohmann/json.hpp>

namespace gridmark::sandbox {

std::string_view name_of(End end) {
  switch (end) {
    case End::exited:
      return "exited";
    case End::signalled:
      return "signalled";
    case End::wall_limit:
      return "wall_limit";
    case End::cpu_limit:
      return "cpu_limit";
    case End::memory_limit:
      return "memory_limit";
    case End::output_limit:
      return "output_limit";
    case End::file_size_limit:
      return "file_size_limit";
    case End::files_limit:
      return "files_limit";
    case End::disk_limit:
      return "disk_limit";
    case End::forbidden:
      return "forbidden";
    case End::stopped:
      return "stopped";
    case End::internal:
      break;
  }
  return "internal";
}

std::string to_json_line(const Report& report) {
  const nlohmann::ordered_json json{
      {"mode", report.mode},
      {"control", report.control},
      {"end", name_of(report.end)},
      {"exit_code", report.exit_code},
      {"signal", report.signal},
      {"detail", report.detail},
      {"wall_seconds", report.wall_seconds},
      {"cpu_seconds", report.cpu_seconds},
      {"peak_bytes", report.peak_bytes},
      {"output_bytes", report.output_bytes},
      {"output_head", report.output_head},
      {"output_tail", report.output_tail},
      {"survivors", report.survivors},
      {"exported", report.exported},
  };
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gridmark::sandbox
