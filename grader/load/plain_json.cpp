#include "grader/load/plain_json.h"

#include <simdjson.h>

namespace gridmark::load {
namespace {

using nlohmann::json;
using simdjson::dom::element;
using simdjson::dom::element_type;

/// Converts a document to the type that the other code uses. False if a key comes twice or there are more
/// than `levels` levels.
bool take_over(const element& from, json& to, int levels) {
  switch (from.type()) {
    case element_type::OBJECT: {
      if (levels == 0) return false;
      json::object_t& object = (to = json::value_t::object).get_ref<json::object_t&>();
      for (const auto& [key, value] : simdjson::dom::object(from)) {
        const auto [member, fresh] = object.try_emplace(std::string(key));
        if (!fresh || !take_over(value, member->second, levels - 1)) return false;
      }
      return true;
    }
    case element_type::ARRAY: {
      if (levels == 0) return false;
      json::array_t& array = (to = json::value_t::array).get_ref<json::array_t&>();
      for (const element value : simdjson::dom::array(from))
        if (!take_over(value, array.emplace_back(), levels - 1)) return false;
      return true;
    }
    case element_type::STRING:
      to = std::string(std::string_view(from));
      return true;
    case element_type::INT64: {
      const std::int64_t number = from;
      to = number < 0 ? json(number) : json(static_cast<std::uint64_t>(number));
      return true;
    }
    case element_type::UINT64:
      to = std::uint64_t(from);
      return true;
    case element_type::DOUBLE:
      to = double(from);
      return true;
    case element_type::BOOL:
      to = bool(from);
      return true;
    case element_type::NULL_VALUE:
      to = nullptr;
      return true;
  }
  return false;
}

}  // namespace

std::optional<json> read_plain_json(std::string_view text, int most_levels) {
  static thread_local simdjson::dom::parser parser;  // keeps its memory between records
  element document;
  if (parser.parse(text.data(), text.size()).get(document) != simdjson::SUCCESS) return std::nullopt;
  json read;
  if (!take_over(document, read, most_levels)) return std::nullopt;
  return read;
}

}  // namespace gridmark::load
