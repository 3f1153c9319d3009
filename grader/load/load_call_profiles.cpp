#include "grader/load/load_call_profiles.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "grader/load/common_values.h"
#include "grader/load/json_document.h"
#include "grader/load/json_node.h"
#include "grader/load/protocol_values.h"

namespace gridmark::load {
namespace {

constexpr Range event_count{0, 9e15, "a count"};
constexpr std::size_t most_lines = 10'000;
constexpr std::size_t most_calls = 100'000;
constexpr std::size_t most_profile_bytes = std::size_t{16} << 20;
constexpr const char* written_by_checker = "call profile";

GlobalCounts read_global(const Node& node) {
  node.keys({"requests", "sectors", "ideal_sectors", "bytes"});
  return {node["requests"].whole(event_count), node["sectors"].whole(event_count),
          node["ideal_sectors"].whole(event_count), node["bytes"].whole(event_count)};
}

SharedCounts read_shared(const Node& node) {
  node.keys({"requests", "wavefronts", "ideal_wavefronts"});
  return {node["requests"].whole(event_count), node["wavefronts"].whole(event_count),
          node["ideal_wavefronts"].whole(event_count)};
}

CallCounts read_counts(const Node& node) {
  node.keys({"launches", "flops", "loads", "stores", "shared"});
  return {node["launches"].whole(event_count), node["flops"].whole(event_count), read_global(node["loads"]),
          read_global(node["stores"]), read_shared(node["shared"])};
}

LineCounts read_line(const Node& node) {
  node.keys({"file", "line", "kernel", "loads", "stores", "shared", "examples"});
  LineCounts line{{node["file"].text(0, 4096), static_cast<int>(node["line"].whole(line_number))},
                  node["kernel"].text(0, 4096),
                  read_global(node["loads"]),
                  read_global(node["stores"]),
                  read_shared(node["shared"]),
                  {}};
  for (const Node& example : node["examples"].elements(3)) line.examples.push_back(read_warp_access(example));
  return line;
}

CallProfile read_call(const Node& node) {
  node.keys({"operation", "call", "counts", "lines"});
  CallProfile read;
  read.operation = node["operation"].text(1, 256);
  read.call = node["call"].text(1, 4096);
  read.counts = read_counts(node["counts"]);
  if (const auto lines = node.find("lines"))
    for (const Node& line : lines->elements(most_lines)) read.lines.push_back(read_line(line));
  return read;
}

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
    calls.push_back(read_call(Node(*document, reading)));
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
        for (const Node& call : root["calls"].elements(most_calls)) calls.push_back(read_call(call));
        return finish(reading, std::move(calls));
      });
}

}  // namespace gridmark::load
