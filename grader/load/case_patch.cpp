#include "grader/load/case_patch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "base/utf8.h"
#include "grader/load/json_document.h"

namespace gridmark::load {
namespace {

using Json = nlohmann::json;

constexpr std::array keys_of_lists{"cheat",   "loses",  "review",        "extra_files",
                                   "folders", "remove", "leaves_nothing"};
constexpr std::array keys_of_numbers{"cheat", "quick", "report", "points", "exit", "keeps", "pad"};

template <std::size_t count>
bool contains(const std::array<const char*, count>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string without_blanks(std::string_view text) {
  const auto first = std::min(text.find_first_not_of(' '), text.size());
  return std::string(text.substr(first, text.find_last_not_of(' ') + 1 - first));
}

/// A number or a truth value if `key` has that type and `text` is one. The reader of cases checks other
/// texts.
Json header_scalar(const std::string& key, const std::string& text) {
  if (!contains(keys_of_numbers, key)) return text;
  Json value = Json::parse(text, nullptr, false);
  return value.is_primitive() && !value.is_discarded() ? value : Json(text);
}

Json header_value(const std::string& key, const std::string& text) {
  if (!contains(keys_of_lists, key)) return header_scalar(key, text);
  Json list = Json::array();
  std::istringstream elements(text);
  for (std::string element; std::getline(elements, element, ',');)
    list.push_back(header_scalar(key, without_blanks(element)));
  return list;
}

bool begins_diff(std::string_view line) {
  return line.starts_with("diff --git ") || line.starts_with("--- ");
}

bool is_binary(std::string_view line) {
  return line.starts_with("GIT binary patch") || line.starts_with("Binary files ");
}

/// Reads a file line by line.
class PatchReader {
 public:
  explicit PatchReader(const std::string& where) : where_(where) {}

  Result<CasePatch> read(std::string_view text) {
    if (text.find('\0') != text.npos || first_invalid_byte(text) != text.npos)
      return wrong("found bytes that are not text in UTF-8");
    while (!text.empty() && !begins_diff(text)) {
      const std::string_view line = text.substr(0, text.find('\n'));
      ++number_;
      TRY(take(line));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    store();
    return with_diff(text);
  }

 private:
  Result<void> take(std::string_view line) {
    if (line.starts_with(' ') && !key_.empty()) {
      value_ += " " + without_blanks(line);
      return {};
    }
    store();
    return begin(line);
  }

  Result<void> begin(std::string_view line) {
    const auto colon = std::min(line.find(':'), line.size());
    std::istringstream words{std::string(line.substr(0, colon))};
    std::string more;
    item_.clear();
    words >> key_ >> item_ >> more;
    if (colon == line.size() || key_.empty() || !more.empty())
      return wrong(fmt::format("found {}, expected \"KEY: VALUE\", \"KEY ITEM: VALUE\" or \"diff --git ...\"",
                               in_quotes(line)));
    value_ = without_blanks(line.substr(colon + 1));
    const auto known = patch_.header.find(key_);
    if (known != patch_.header.end() && (item_.empty() || !known->is_object() || known->contains(item_)))
      return wrong(fmt::format("found a second \"{}\"", without_blanks(key_ + " " + item_)));
    return {};
  }

  /// Stores the complete entry.
  void store() {
    if (key_.empty()) return;
    if (item_.empty())
      patch_.header[key_] = header_value(key_, value_);
    else
      patch_.header[key_][item_] = header_scalar(key_, value_);
  }

  Result<CasePatch> with_diff(std::string_view text) {
    if (text.empty()) return wrong("found no changes below the header, expected \"diff --git ...\"");
    patch_.diff = text;
    std::istringstream lines(patch_.diff);
    for (std::string line; std::getline(lines, line);) {
      ++number_;
      if (is_binary(line)) return wrong("found a change of a file that is not text");
    }
    return std::move(patch_);
  }

  tl::unexpected<Error> wrong(const std::string& what) const {
    return failure(Error::Source::lab, fmt::format("{}:{}", where_, number_), what);
  }

  const std::string& where_;
  CasePatch patch_{Json::object(), {}};
  std::string key_, item_, value_;  // of the current entry
  int number_ = 0;
};

}  // namespace

Result<CasePatch> read_case_patch(std::string_view text, const std::string& where) {
  return PatchReader(where).read(text);
}

}  // namespace gridmark::load
