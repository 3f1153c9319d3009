#include "base/utf8.h"

#include <gtest/gtest.h>

namespace gridmark {
namespace {

TEST(Utf8, DecodesEveryLength) {
  EXPECT_EQ(first_code_point("a").value, U'a');
  EXPECT_EQ(first_code_point("é").value, U'é');
  EXPECT_EQ(first_code_point("≤").value, U'≤');
  EXPECT_EQ(first_code_point("🚀").value, U'🚀');
  EXPECT_EQ(first_code_point("🚀").length, 4u);
  EXPECT_EQ(first_code_point("").length, 0u);
}

// The well-known cases for decoders: overlong, surrogate, too large, cut off, stray.
TEST(Utf8, RefusesWhatRfc3629Refuses) {
  for (const std::string bytes : {"\xc0\xaf", "\xe0\x80\xaf", "\xf0\x80\x80\xaf", "\xed\xa0\x80",
                                  "\xf4\x90\x80\x80", "\xe2\x89", "\x80", "\xff", "\xf8\x88\x80\x80\x80"}) {
    const CodePoint point = first_code_point(bytes);
    EXPECT_FALSE(point.valid) << valid_utf8(bytes);
    EXPECT_EQ(point.length, 1u);
    EXPECT_EQ(first_invalid_byte("ab" + bytes), 2u);
  }
}

TEST(Utf8, SpellsInvalidBytesAndKeepsTheRest) {
  EXPECT_EQ(valid_utf8("caf\xe9 ≤ \xff!"), "caf\\xe9 ≤ \\xff!");
  EXPECT_EQ(valid_utf8("plain ≤ text\n"), "plain ≤ text\n");
  EXPECT_EQ(replaced_utf8("caf\xe9 ≤"), "caf� ≤");
  EXPECT_EQ(first_invalid_byte("plain ≤ text"), std::string_view::npos);
}

TEST(Utf8, ClippingNeverCutsACodePoint) {
  EXPECT_EQ(clipped("a≤b", 10), "a≤b");
  EXPECT_EQ(clipped("a≤b", 4), "a≤");
  EXPECT_EQ(clipped("a≤b", 3), "a");
  EXPECT_EQ(clipped("≤", 0), "");
}

}  // namespace
}  // namespace gridmark
