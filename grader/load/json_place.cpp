#include "grader/load/json_place.h"

#include <simdjson.h>

#include "grader/load/json_document.h"

namespace gridmark::load {

std::optional<JsonPlace> place_of_value(std::string_view text, std::span<const std::string> steps) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  const std::size_t skipped = text.starts_with(mark) ? mark.size() : 0;
  std::string pointer;
  for (const std::string& step : steps) pointer += "/" + pointer_step(step);
  const simdjson::padded_string padded(text.substr(skipped));
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  simdjson::ondemand::value value;
  if (parser.iterate(padded).get(document) != simdjson::SUCCESS ||
      document.at_pointer(pointer).get(value) != simdjson::SUCCESS)
    return std::nullopt;
  if (value.type() == simdjson::ondemand::json_type::array ||
      value.type() == simdjson::ondemand::json_type::object)
    return std::nullopt;
  const std::string_view token =
      value.raw_json_token();  // a part of `padded`, with the blanks behind the value
  const std::size_t length = token.find_last_not_of(" \t\r\n") + 1;
  return JsonPlace{skipped + static_cast<std::size_t>(token.data() - padded.data()), length};
}

}  // namespace gridmark::load
