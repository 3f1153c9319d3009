#include "grader/system/sandbox_report.h"

#include <nlohmann/json.hpp>

namespace gridmark {
namespace {

using nlohmann::json;

/// errors  json::type_error: a fraction, which would be cut to fit
template <class Number>
void read_whole(const json& line, const char* key, Number& number) {
  const json& value = line.at(key);
  if (value.is_number_float())
    throw json::type_error::create(302, std::string(key) + " must be a whole number", &value);
  value.get_to(number);
}

RunReport report_from(const json& line, RunReport::End end) {
  RunReport report;
  report.end = end;
  line.at("mode").get_to(report.mode);
  line.at("control").get_to(report.control);
  read_whole(line, "exit_code", report.exit_code);
  read_whole(line, "signal", report.signal);
  line.at("detail").get_to(report.detail);
  line.at("wall_seconds").get_to(report.wall_seconds);
  line.at("cpu_seconds").get_to(report.cpu_seconds);
  read_whole(line, "peak_bytes", report.peak_bytes);
  read_whole(line, "output_bytes", report.output_bytes);
  line.at("output_head").get_to(report.output_head);
  line.at("output_tail").get_to(report.output_tail);
  read_whole(line, "survivors", report.survivors);
  line.at("exported").get_to(report.exported);
  return report;
}

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
  if (const auto known = value_of<RunReport::End>(end)) return report_from(parsed, *known);
  return sandbox_failure("its report names an unknown end: " + end);
} catch (const json::exception& error) {
  return sandbox_failure(std::string("its report is not what was expected: ") + error.what());
}

}  // namespace gridmark
