#include "grader/report/html_template.h"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "grader/report/html_text.h"

namespace gridmark::report::html {
namespace {

bool is_shown(const Data& value) {
  return !(value.is_null() || value == false || value == "" || (value.is_array() && value.empty()));
}

/// One page while it is written, from the start of its template to the end.
class Filling {
 public:
  Filling(std::string_view name, const Data& data) : name_(name), scopes_{&data} {}

  std::string page(std::string_view text) {
    fill(text, "", true);
    return std::move(page_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::logic_error("template " + std::string(name_) + ": " + why);
  }

  const Data& value_of(std::string_view name) const {
    if (name == ".") return *scopes_.back();
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (!(*scope)->is_object()) continue;
      if (const auto found = (*scope)->find(name); found != (*scope)->end()) return *found;
    }
    fail("there is no value " + std::string(name));
  }

  void show(std::string_view name) {
    const Data& value = value_of(name);
    if (value.is_string())
      page_ += escaped(value.get_ref<const std::string&>());
    else if (value.is_number_integer())
      page_ += value.dump();
    else
      fail(std::string(name) + " is neither a text nor a whole number");
  }

  std::string_view end_of(std::string_view section, std::string_view ended, std::string_view rest) const {
    if (section != ended) fail("expected the end of '" + std::string(section) + "'");
    return rest;
  }

  /// Writes up to the end of the section `name`, or of the template. Returns the rest.
  std::string_view fill(std::string_view text, std::string_view name, bool shown) {
    while (true) {
      const std::size_t open = text.find("{{");
      if (shown) page_ += text.substr(0, open);
      if (open == text.npos) return end_of(name, "", text);
      const std::size_t close = text.find("}}", open);
      if (close == text.npos) fail("a tag does not end");
      const std::string_view tag = text.substr(open + 2, close - open - 2);
      text.remove_prefix(close + 2);
      if (tag.starts_with('/')) return end_of(name, tag.substr(1), text);
      if (tag.find_first_of("#^?") == 0)
        text = fill_section(text, tag, shown);
      else if (shown)
        show(tag);
    }
  }

  std::string_view fill_section(std::string_view text, std::string_view tag, bool shown) {
    const std::string_view name = tag.substr(1);
    if (!shown) return fill(text, name, false);
    const Data& value = value_of(name);
    if (tag.front() != '#') return fill(text, name, is_shown(value) == (tag.front() == '?'));
    if (!is_shown(value)) return fill(text, name, false);
    if (!value.is_array()) return fill_with(value, text, name);
    std::string_view rest;
    for (const Data& element : value) rest = fill_with(element, text, name);
    return rest;
  }

  std::string_view fill_with(const Data& scope, std::string_view text, std::string_view name) {
    scopes_.push_back(&scope);
    const std::string_view rest = fill(text, name, true);
    scopes_.pop_back();
    return rest;
  }

  std::string_view name_;
  std::vector<const Data*> scopes_;  ///< innermost last
  std::string page_;
};

}  // namespace

Data joined(Data one, Data other) {
  one.get_ref<Data::object_t&>().merge(other.get_ref<Data::object_t&>());
  return one;
}

std::string tenths(double value) { return fmt::format("{:.1f}", value); }

std::string filled(std::string_view name, const Data& data) {
  static const std::map<std::string_view, std::string_view> texts = templates();
  return Filling(name, data).page(texts.at(name));
}

std::string filled_text(std::string_view text, const Data& data) { return Filling("", data).page(text); }

}  // namespace gridmark::report::html
