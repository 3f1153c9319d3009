#include "emulation/rewrite/macro_head.h"

#include <algorithm>

#include "emulation/rewrite/token.h"

namespace gridmark::rewrite {
namespace {

/// Takes the first word off `text`, together with the text before it.
std::string_view take_word(std::string_view& text) {
  const auto begin = std::find_if(text.begin(), text.end(), starts_identifier);
  const auto end = std::find_if_not(begin, text.end(), continues_identifier);
  const std::string_view word(begin, end);
  text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
  return word;
}

}  // namespace

MacroHead read_macro_head(std::string_view head) {
  take_word(head);  // define, undef
  MacroHead found{take_word(head), {}};
  if (!head.starts_with("(")) return found;
  for (std::string_view word = take_word(head); !word.empty(); word = take_word(head))
    found.parameters.push_back(word);
  return found;
}

}  // namespace gridmark::rewrite
