#include "grader/system/sandbox_report.h"

#include <nlohmann/json.hpp>

#include "protocol/trusted_json.h"

namespace gridmark::system {
namespace {

using nlohmann::json;

tl::unexpected<Error> sandbox_failure(std::string message) {
  return failure(Error::Source::sandbox, "gridmark-sandbox", std::move(message));
}

}  // namespace

Result<RunReport> parse_run_report(std::string_view line) try {
  const json parsed = json::parse(line);
  const std::string end = parsed.at("end");
  if (end == "internal") {
    const std::string detail = parsed.at("detail");
    return sandbox_failure(detail.empty() ? "it could not run the command and did not say why" : detail);
  }
  return trusted_value<RunReport>(parsed);
} catch (const json::exception& error) {
  return sandbox_failure(std::string("its report has an unexpected form: ") + error.what());
}

}  // namespace gridmark::system
