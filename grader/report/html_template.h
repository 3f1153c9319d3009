#pragma once
// Pages and drawings are files in grader/report/templates, written in a part of Mustache.
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace gridmark::report::html {

/// The values that a template shows. Texts may be hostile bytes: each is escaped where it is shown.
using Data = nlohmann::json;

/// The template `name`, filled with `data`.
///
/// {{x}}             the text or whole number x, escaped; nothing is ever shown unescaped
/// {{#x}}...{{/x}}   once for each element of a list, {{.}} is the element; once where x is true, a text or
/// an
///                   object, whose members come before those outside
/// {{?x}}...{{/x}}   once where {{#x}} would show something
/// {{^x}}...{{/x}}   only where x is false, null, "" or an empty list
/// {{>file}}         another file, put in when gridmark is built
///
/// throws std::logic_error  the template names something that `data` lacks, or a section does not end
std::string filled(std::string_view name, const Data& data);

/// The same of a template's text.
std::string filled_text(std::string_view text, const Data& data);

/// A coordinate of a drawing: "12.3".
std::string tenths(double value);

/// The members of both objects; none is copied, unlike by update().
Data joined(Data one, Data other);

/// `one` of each element.
template <class Range, class Function>
Data list_of(const Range& range, Function one) {
  Data list = Data::array();
  for (const auto& element : range) list.push_back(one(element));
  return list;
}

/// Texts that a template separates: {{#more}}, {{/more}}{{text}}.
template <class Range>
Data separated(const Range& texts) {
  return list_of(texts, [first = true](const std::string& text) mutable {
    return Data{{"text", text}, {"more", !std::exchange(first, false)}};
  });
}

/// The texts of all templates by file name, made by cmake/embed_templates.cmake.
std::map<std::string_view, std::string_view> templates();

}  // namespace gridmark::report::html
