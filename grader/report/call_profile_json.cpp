#include "grader/report/call_profile_json.h"

#include "protocol/write_json.h"

namespace gridmark::report {
namespace {

std::string text_of(nlohmann::ordered_json calls) {
  const nlohmann::ordered_json document{{"calls", std::move(calls)}};
  return document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string print_reference(const std::vector<CallProfile>& calls) {
  nlohmann::ordered_json all = json_of(calls);
  for (auto& call : all) call.erase("lines");
  return text_of(std::move(all));
}

std::string print_call_profiles(const std::vector<CallProfile>& calls) { return text_of(json_of(calls)); }

}  // namespace gridmark::report
