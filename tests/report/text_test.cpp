#include "grader/report/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/utf8.h"
#include "grader/report/html_text.h"

namespace gridmark::report {
namespace {

using testing::ElementsAre;

TEST(Printable, LeavesOrdinaryTextOfAnyScriptAlone) {
  for (const char* text : {"benchmark.cu", "größer ≤ 3", "行列積", "a\\b 'c' \"d\" <e>", "🚀 start"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, SpellsWhatMovesACursorOrHides) {
  EXPECT_EQ(printable("a\x1b[2Jb"), "a\\x1b[2Jb");
  EXPECT_EQ(printable("a\r\nb\tc\x7f"), "a\\r\\nb\\tc\\x7f");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\u{9b}31m")
      << "the one-byte form of ESC [ in UTF-8";
  EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3");
}

// "exe.cu" after a right-to-left override reads "uc.exe".
TEST(Printable, SpellsWhatReordersText) {
  EXPECT_EQ(printable("a\u202e\u2066b"), "a\\u{202e}\\u{2066}b");
  EXPECT_EQ(printable("a\u200bb\ufeff"), "a\\u{200b}b\\u{feff}");
}

TEST(PrintableLines, BreaksExpandsAndCuts) {
  EXPECT_THAT(printable_lines("a\n\tb\r\n\nc", 9), ElementsAre("a", "        b", "", "c"));
  EXPECT_THAT(printable_lines("a\nb\nc\nd\n", 2), ElementsAre("a", "b", "(2 more lines)"));
  EXPECT_THAT(printable_lines("a\nb\nc", 2), ElementsAre("a", "b", "(1 more line)"));
  EXPECT_THAT(printable_lines("a\nb\n", 2), ElementsAre("a", "b"));
  EXPECT_THAT(printable_lines("", 2), ElementsAre());
}

TEST(Columns, CountsWhatATerminalDraws) {
  EXPECT_EQ(columns("abc"), 3u);
  EXPECT_EQ(columns("größe"), 5u);
  EXPECT_EQ(columns("行列"), 4u);
  EXPECT_EQ(columns("e\u0301"), 1u) << "a combining accent";
  EXPECT_EQ(columns("🚀"), 2u);
}

TEST(Padded, IsAlwaysAsWideAsAsked) {
  for (const char* text : {"", "abc", "行列積の計算", "größer als alles", "abcdefghij"})
    EXPECT_EQ(columns(padded(text, 10)), 10u) << text;
  EXPECT_EQ(padded("abcdefghijk", 10), "abcdefg...");
  EXPECT_EQ(padded("行列積の計算", 10, "…"), "行列積の… ") << "half a character is none";
}

TEST(Wrapped, BreaksAtBlanks) {
  EXPECT_THAT(wrapped("one two  three", 8), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("one", 8), ElementsAre("one"));
  EXPECT_THAT(wrapped("", 8), ElementsAre(""));
}

TEST(Wrapped, BreaksALongWordAndLosesNothing) {
  EXPECT_THAT(wrapped("abcdefghij", 4), ElementsAre("abcd", "efgh", "ij"));
  EXPECT_THAT(wrapped("行列積", 1), ElementsAre("行", "列", "積")) << "no endless loop where nothing fits";
}

TEST(HtmlText, LeavesNoWayOutOfTextOrAttribute) {
  EXPECT_EQ(html::escaped("<script>alert('x')</script> & \"y\""),
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;y&quot;");
  EXPECT_EQ(html::escaped("\x1b\xff"), "\\x1b\\xff");
}

}  // namespace
}  // namespace gridmark::report
