#include "grader/report/call_profile_json.h"

#include "protocol/write_json.h"

#include <nlohmann/json.hpp>

namespace gridmark::report {
namespace {

nlohmann::ordered_json json_of(const GlobalCounts& counts) {
  return {{"requests", counts.requests},
          {"sectors", counts.sectors},
          {"ideal_sectors", counts.ideal_sectors},
          {"bytes", counts.bytes}};
}

nlohmann::ordered_json json_of(const SharedCounts& counts) {
  return {{"requests", counts.requests},
          {"wavefronts", counts.wavefronts},
          {"ideal_wavefronts", counts.ideal_wavefronts}};
}

nlohmann::ordered_json json_of(const CallProfile& call) {
  const CallCounts& counts = call.counts;
  return {{"operation", call.operation},
          {"call", call.call},
          {"counts",
           {{"launches", counts.launches},
            {"flops", counts.flops},
            {"loads", json_of(counts.loads)},
            {"stores", json_of(counts.stores)},
            {"shared", json_of(counts.shared)}}}};
}

nlohmann::ordered_json json_of(const LineCounts& line) {
  nlohmann::ordered_json examples = nlohmann::ordered_json::array();
  for (const WarpAccess& example : line.examples) examples.push_back(json_of(example));
  return {{"file", line.place.file},        {"line", line.place.line},
          {"kernel", line.kernel},          {"loads", json_of(line.loads)},
          {"stores", json_of(line.stores)}, {"shared", json_of(line.shared)},
          {"examples", std::move(examples)}};
}

std::string text_of(const nlohmann::ordered_json& document) {
  return document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string print_reference(const std::vector<CallProfile>& calls) {
  nlohmann::ordered_json document{{"calls", nlohmann::ordered_json::array()}};
  for (const CallProfile& call : calls) document["calls"].push_back(json_of(call));
  return text_of(document);
}

std::string print_call_profiles(const std::vector<CallProfile>& calls) {
  nlohmann::ordered_json document{{"calls", nlohmann::ordered_json::array()}};
  for (const CallProfile& call : calls) {
    nlohmann::ordered_json one = json_of(call);
    one["lines"] = nlohmann::ordered_json::array();
    for (const LineCounts& line : call.lines) one["lines"].push_back(json_of(line));
    document["calls"].push_back(std::move(one));
  }
  return text_of(document);
}

}  // namespace gridmark::report
