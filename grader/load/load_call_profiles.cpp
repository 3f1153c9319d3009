#include "grader/load/load_call_profiles.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "grader/load/json_document.h"
#include "grader/load/json_node.h"
#include "grader/load/read_value.h"

namespace gridmark::load {
namespace {

constexpr std::size_t most_calls = 100'000;
constexpr std::size_t most_profile_bytes = std::size_t{16} << 20;
constexpr const char* written_by_checker = "call profile";

}  // namespace

Result<std::vector<CallProfile>> load_call_profiles(std::string_view text) {
  std::vector<CallProfile> calls;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string where = fmt::format("{}:{}", written_by_checker, number);
    const auto document = parse_document(
        replaced_utf8(text.substr(0, end)), where,
        {.source = Error::Source::checker, .most_bytes = most_profile_bytes, .one_line = true});
    if (!document) return tl::unexpected(document.error());
    Reading reading{Error::Source::checker, where};
    calls.push_back(read_value<CallProfile>(Node(*document, reading)));
    if (reading.error) return tl::unexpected<Error>(*reading.error);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return calls;
}

Result<std::vector<CallProfile>> load_reference(std::string_view text, const std::string& where) {
  return parse_document(text, where, {.source = Error::Source::lab, .most_bytes = most_profile_bytes})
      .and_then([&](const nlohmann::json& document) {
        Reading reading{Error::Source::lab, where};
        const Node root(document, reading);
        root.keys({"calls"});
        std::vector<CallProfile> calls;
        for (const Node& call : root["calls"].elements(most_calls))
          calls.push_back(read_value<CallProfile>(call));
        return finish(reading, std::move(calls));
      });
}

}  // namespace gridmark::load
