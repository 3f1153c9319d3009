#pragma once
// Pages and drawings are files in grader/report/templates. They use a part of Mustache.
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace gridmark::report::html {

/// The values that a template shows. Texts can be hostile bytes. Each is escaped when it is shown.
using Data = nlohmann::json;

/// The template `name`, filled with `data`.
///
/// {{x}}             the text or whole number x, always escaped
/// {{#x}}...{{/x}}   once for each element of a list, where {{.}} is the element. Once if x is true, a text
///                   or an object, whose members hide those outside
/// {{?x}}...{{/x}}   once if {{#x}} would show something
/// {{^x}}...{{/x}}   only if x is false, null, "" or an empty list
/// {{>file}}         another file, inserted when gridmark is built
///
/// throws std::logic_error  the template uses a name that `data` lacks, or a section does not end
std::string filled(std::string_view name, const Data& data);

/// The same for the text of a template.
std::string filled_text(std::string_view text, const Data& data);

/// A coordinate of a drawing: "12.3".
std::string tenths(double value);

/// The members of both objects. Nothing is copied, unlike with update().
Data joined(Data one, Data other);

/// The list of `one` of each element.
template <class Range, class Function>
Data list_of(const Range& range, Function one) {
  Data list = Data::array();
  for (const auto& element : range) list.push_back(one(element));
  return list;
}

/// Texts that a template joins with a separator: {{#more}}, {{/more}}{{text}}.
template <class Range>
Data separated(const Range& texts) {
  return list_of(texts, [first = true](const std::string& text) mutable {
    return Data{{"text", text}, {"more", !std::exchange(first, false)}};
  });
}

/// The texts of all templates by file name. cmake/embed_templates.cmake makes them.
std::map<std::string_view, std::string_view> templates();

}  // namespace gridmark::report::html
