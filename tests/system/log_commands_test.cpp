#include "grader/system/log_commands.h"

#include <gtest/gtest.h>

namespace gridmark::system {
namespace {

/// The text after cutting it in two at any place, or "CUTS DIFFER". The invisible character shows as '|'.
std::string with_bars(const std::string& text) {
  const std::string whole = CommandBreaker().broken(text);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    CommandBreaker breaker;
    std::string joined = breaker.broken(std::string_view(text).substr(0, cut));
    joined += breaker.broken(std::string_view(text).substr(cut));
    if (joined != whole) return "CUTS DIFFER";
  }
  std::string shown;
  for (std::size_t at = 0, found = 0; found != whole.npos; at = found + 3) {
    found = whole.find("\u200b", at);
    shown += whole.substr(at, found == whole.npos ? found : found - at) + (found == whole.npos ? "" : "|");
  }
  return shown;
}

TEST(LogCommands, AreBrokenWhereARunnerLooksForThem) {
  EXPECT_EQ(with_bars("::error::x\n"), ":|:error::x\n");
  EXPECT_EQ(with_bars("a\n::stop-commands::b"), "a\n:|:stop-commands::b");
  EXPECT_EQ(with_bars("a\r::set-output name=x::y"), "a\r:|:set-output name=x::y");
  EXPECT_EQ(with_bars(" \t::debug::x"), " \t:|:debug::x");
  EXPECT_EQ(with_bars("\u00a0\u2003::debug::x"), "\u00a0\u2003:|:debug::x");  // blanks of Unicode
  EXPECT_EQ(with_bars("a ##[error]b"), "a ##|[error]b");
  EXPECT_EQ(with_bars("x##vso[task.setvariable]y ##VSO[z]"), "x##|vso[task.setvariable]y ##|VSO[z]");
  EXPECT_EQ(with_bars("###[x]"), "###|[x]");
}

TEST(LogCommands, OtherTextStaysAsItIs) {
  for (const std::string text : {"", "std::vector<int> ::x\n", "a.cu:3:4: error: x\n", ": :a\n",
                                 "#include <a>\n", "## [x]\n", "scale##n\n", "a::b\n:", "- ::error::\n"})
    EXPECT_EQ(with_bars(text), text);
}

}  // namespace
}  // namespace gridmark::system
