#include "grader/sandbox/report.h"

#include "protocol/write_json.h"

namespace gridmark::sandbox {

std::string to_json_line(const Report& report) {
  return json_of(report).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gridmark::sandbox
