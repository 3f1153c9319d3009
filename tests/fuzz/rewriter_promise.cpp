#include "tests/fuzz/promises.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "emulation/rewrite/rewrite.h"

namespace gridmark::fuzz {
namespace {

constexpr long most_columns_moved = 3;

struct Place {
  long line = 0;
  long column = 0;
};

/// Moves `place` over `text`.
void walk(Place& place, std::string_view text) {
  const std::size_t last = text.rfind('\n');
  place.line += std::count(text.begin(), text.end(), '\n');
  place.column = last == std::string_view::npos ? place.column + static_cast<long>(text.size())
                                                : static_cast<long>(text.size() - last - 1);
}

/// The rewriter puts this before a text that needs it. A text may already begin with it.
constexpr std::string_view definition = "#define _G_NOINLINE __attribute__((noinline))\n";

int definitions(std::string_view text) {
  int count = 0;
  for (; text.starts_with(definition); ++count) text.remove_prefix(definition.size());
  return count;
}

bool may_be_longer(std::string_view replacement) {
  constexpr std::array longer{
      "gridmark::ptx", "GRIDMARK_ARRAY(", "GRIDMARK_POINTER(", "GRIDMARK_IN_FILE(", "GRIDMARK_STEP", "_GROW",
      "_GEND"};
  return std::any_of(longer.begin(), longer.end(),
                     [&](const char* word) { return replacement.find(word) != replacement.npos; });
}

std::string broken_refusal(const rewrite::Rewritten& result, long lines) {
  if (result.errors.size() > rewrite::max_errors) return "there are too many errors";
  for (const rewrite::Diagnostic& error : result.errors) {
    if (error.message.empty()) return "an error says nothing";
    if (error.position.column < 1) return "an error has no column";
    if (error.position.file.empty() && error.position.line > lines) return "an error lies behind the text";
  }
  return {};
}

}  // namespace

std::string rewriter_promise(std::string_view text) {
  const rewrite::Rewritten result = rewrite::rewrite(text);
  if (!result.errors.empty()) return broken_refusal(result, 1 + std::count(text.begin(), text.end(), '\n'));
  std::string_view rewritten = result.text;
  if (definitions(rewritten) > definitions(text)) rewritten.remove_prefix(definition.size());
  Place old_place, new_place;
  std::size_t old_at = 0, new_at = 0;
  long slack = 0, slack_line = -1;
  for (std::size_t i = 0;; ++i) {
    const bool last = i == result.replaced.size();
    const std::size_t end = last ? text.size() : result.replaced[i].begin;
    const std::string_view kept = text.substr(old_at, end - old_at);
    if (rewritten.substr(new_at, kept.size()) != kept) return "text changed that nothing was said to replace";
    if (old_place.line != new_place.line)
      return "line " + std::to_string(old_place.line + 1) + " is no longer in its place";
    if (slack_line != old_place.line) slack = 0, slack_line = old_place.line;
    if (!kept.empty() && std::abs(old_place.column - new_place.column) > slack)
      return "a column of line " + std::to_string(old_place.line + 1) + " moved";
    walk(old_place, kept), walk(new_place, kept);
    if (last) return new_at + kept.size() == rewritten.size() ? "" : "something follows the text";
    const rewrite::Replacement& replaced = result.replaced[i];
    const std::string_view replacement = rewritten.substr(new_at + kept.size(), replaced.length);
    if (slack_line != old_place.line) slack = 0;
    slack += may_be_longer(replacement) ? static_cast<long>(replaced.length) : most_columns_moved;
    walk(old_place, text.substr(replaced.begin, replaced.end - replaced.begin));
    walk(new_place, replacement);
    slack_line = old_place.line;
    old_at = replaced.end;
    new_at += kept.size() + replaced.length;
  }
}

}  // namespace gridmark::fuzz
