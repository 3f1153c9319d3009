#include "tests/formats/schema.h"

#include <regex.h>
#include <fstream>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>

#include "base/utf8.h"

namespace gridmark {
namespace {

using nlohmann::json;

bool has_type(const json& value, const json& type) {
  if (type.is_array())
    return std::any_of(type.begin(), type.end(), [&](const json& one) { return has_type(value, one); });
  if (type == "number") return value.is_number();
  if (type == "integer") return value.is_number() && value.get<double>() == std::floor(value.get<double>());
  return value.type_name() == type.get<std::string>();
}

/// The number of code points, which JSON Schema counts.
std::size_t length(const std::string& text) {
  std::size_t count = 0;
  for (std::string_view rest = text; !rest.empty(); ++count)
    rest.remove_prefix(first_code_point(rest).length);
  return count;
}

/// Uses POSIX, because GCC 12 warns inside std::regex with any sanitizer.
bool found_in(const std::string& text, const std::string& pattern) {
  regex_t compiled;
  if (regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0)
    throw std::logic_error("no pattern: " + pattern);
  const bool found = regexec(&compiled, text.c_str(), 0, nullptr, 0) == 0;
  regfree(&compiled);
  return found;
}

class Judge {
 public:
  explicit Judge(const json& root) : root_(root) {}

  /// All complaints about `value`, whose place is `at`.
  std::string complaints(const json& schema, const json& value, const std::string& at) const {
    if (schema.contains("$ref"))
      return complaints(root_.at(json::json_pointer(schema["$ref"].get<std::string>().substr(1))), value, at);
    std::string all;
    for (const auto& [keyword, rule] : schema.items()) {
      if (is_note(keyword)) continue;
      if (const auto inner = nested(keyword, schema, value, at))
        all += *inner;
      else if (!simple(keyword, rule, value))
        all += (at.empty() ? "/" : at) + ": " + keyword + "\n";
    }
    return all + keys(schema, value, at);
  }

 private:
  static bool is_note(const std::string& keyword) {
    static const std::vector<std::string> notes{"$schema", "title", "description", "default", "definitions"};
    return std::find(notes.begin(), notes.end(), keyword) != notes.end();
  }

  /// Checks a rule about one value. Rules for other types always hold.
  static bool simple(const std::string& keyword, const json& rule, const json& value) {
    using Rule = std::function<bool(const json&, const json&)>;
    static const std::map<std::string, Rule> rules{
        {"type", [](const json& r, const json& v) { return has_type(v, r); }},
        {"const", [](const json& r, const json& v) { return v == r; }},
        {"enum", [](const json& r, const json& v) { return std::find(r.begin(), r.end(), v) != r.end(); }},
        {"minimum", [](const json& r, const json& v) { return !v.is_number() || v >= r; }},
        {"maximum", [](const json& r, const json& v) { return !v.is_number() || v <= r; }},
        {"exclusiveMinimum", [](const json& r, const json& v) { return !v.is_number() || v > r; }},
        {"minLength", [](const json& r, const json& v) { return !v.is_string() || length(v) >= r; }},
        {"maxLength", [](const json& r, const json& v) { return !v.is_string() || length(v) <= r; }},
        {"minItems", [](const json& r, const json& v) { return !v.is_array() || v.size() >= r; }},
        {"maxItems", [](const json& r, const json& v) { return !v.is_array() || v.size() <= r; }},
        {"minProperties", [](const json& r, const json& v) { return !v.is_object() || v.size() >= r; }},
        {"pattern", [](const json& r, const json& v) {
           return !v.is_string() || found_in(v.get<std::string>(), r.get<std::string>());
         }}};
    const auto found = rules.find(keyword);
    if (found == rules.end()) throw std::logic_error("the test's judge does not know " + keyword);
    return found->second(rule, value);
  }

  /// Checks rules about the content of `value`. Empty if `keyword` is not one of them.
  std::optional<std::string> nested(const std::string& keyword, const json& schema, const json& value,
                                    const std::string& at) const {
    if (keyword == "properties" || keyword == "required" || keyword == "additionalProperties")
      return "";                                  // keys()
    if (keyword == "additionalItems") return "";  // with maxItems it adds nothing
    if (keyword == "items") return items(schema["items"], value, at);
    if (keyword != "oneOf") return std::nullopt;
    const auto fits = [&](const json& choice) { return complaints(choice, value, at).empty(); };
    const json& choices = schema["oneOf"];
    return std::count_if(choices.begin(), choices.end(), fits) == 1 ? ""
                                                                    : (at.empty() ? "/" : at) + ": oneOf\n";
  }

  std::string items(const json& rule, const json& value, const std::string& at) const {
    std::string all;
    for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
      if (rule.is_object() || i < rule.size())
        all += complaints(rule.is_object() ? rule : rule[i], value[i], at + "/" + std::to_string(i));
    return all;
  }

  std::string keys(const json& schema, const json& value, const std::string& at) const {
    if (!value.is_object()) return "";
    const json properties = schema.value("properties", json::object());
    std::string all;
    for (const json& key : schema.value("required", json::array()))
      if (!value.contains(key.get<std::string>()))
        all += (at.empty() ? "/" : at) + ": required " + key.get<std::string>() + "\n";
    for (const auto& [key, member] : value.items()) {
      if (properties.contains(key))
        all += complaints(properties[key], member, at + "/" + key);
      else if (const json other = schema.value("additionalProperties", json(true)); other.is_object())
        all += complaints(other, member, at + "/" + key);
      else if (other == false)
        all += (at.empty() ? "/" : at) + ": additionalProperties " + key + "\n";
    }
    return all;
  }

  const json& root_;
};

}  // namespace

std::string Schema::complaints(const json& document) const {
  return Judge(root_).complaints(root_, document, "");
}

Schema published(const std::string& name) {
  std::ifstream file(GRIDMARK_SOURCE_DIR "/docs/formats/" + name + ".schema.json");
  return Schema(json::parse(file));
}

}  // namespace gridmark
