#include "emulation/rewrite/lexer.h"

#include <gtest/gtest.h>

#include <string>

namespace gridmark::rewrite {
namespace {

/// Each token as the letter of its kind and its text: "i:x p:+ n:1". Blanks are left out.
std::string described(std::string_view text) {
  constexpr std::string_view letters = "inlpbmMef";
  std::string result;
  for (const Token& token : Lexer(text).run()) {
    if (token.kind == Token::Kind::blank) continue;
    if (!result.empty()) result += ' ';
    result += letters[static_cast<std::size_t>(token.kind)];
    result += ':' + std::string(text.substr(token.begin, token.end - token.begin));
  }
  return result;
}

struct LexedCase {
  const char* why;
  const char* text;
  const char* tokens;
};

TEST(Lexer, KnowsEveryKindOfToken) {
  const LexedCase cases[] = {
      {"digit separators are no characters", "1'000'000 + 'a'", "n:1'000'000 p:+ l:'a'"},
      {"exponents keep their sign", "1e-5f+0x1.8p+3", "n:1e-5f p:+ n:0x1.8p+3"},
      {"escaped quotes", R"("a\"b" '\'')", R"(l:"a\"b" l:'\'')"},
      {"prefixes", R"(u8"a" L'b' Lx)", R"(l:u8"a" l:L'b' i:Lx)"},
      {"raw strings", "R\"x(k<<<1>>>\n)\" )x\";", "l:R\"x(k<<<1>>>\n)\" )x\" p:;"},
      {"prefixed raw strings", "LR\"(\")\" u8R\"(\")\"", "l:LR\"(\")\" l:u8R\"(\")\""},
      {"a name that ends in R starts no raw string", "fooR\"(\" x", "i:fooR l:\"(\" i:x"},
      {"nor does a literal's suffix", "\"a\"R\"(\" x", "l:\"a\" i:R l:\"(\" i:x"},
      {"a lone carriage return ends a line", "// a\rb \"c\rd // e\r\nf", "i:b l:\"c i:d i:f"},
      {"and a directive", "#pragma b\r# c\r\nd", "m:#pragma b m:# c\r i:d"},
      {"line comments go on after a backslash", "// a \\\n b\nc", "i:c"},
      {"block comments", "a/* \" ' */b", "i:a i:b"},
      {"chevrons are one token", "k<<<1,2>>>(x)", "i:k p:<<< n:1 p:, n:2 p:>>> p:( i:x p:)"},
      {"shifts are one token to the left only", "a<<b>>c", "i:a p:<< i:b p:> p:> i:c"},
      {"directives are one token", "#pragma unroll\nx", "m:#pragma unroll i:x"},
      {"a macro's body is code", "#define L(k) k(1)\nx", "M:#define L(k) i:k p:( n:1 p:) e:\n i:x"},
      {"a macro's body goes on after a backslash", "#define L a \\\n b\nx", "M:#define L i:a i:b e:\n i:x"},
      {"a # inside a line is no directive", "a # b", "i:a p:# i:b"},
      {"a directive may stand behind a comment", "/* a */ #pragma b\nx", "m:#pragma b i:x"},
      {"system headers are unread", "# 1 \"s.h\" 1 3\nint \" x;\n# 2 \"a.cu\" 2\ny",
       "m:# 1 \"s.h\" 1 3 f:\nint \" x;\n m:# 2 \"a.cu\" 2 i:y"},
      {"an unterminated string ends with its line", "\"abc\nd", "l:\"abc i:d"},
      {"an unterminated comment ends with the text", "a /* b", "i:a"},
      {"an unterminated raw string ends with the text", "a R\"(b", "i:a l:R\"(b"},
  };
  for (const LexedCase& c : cases) EXPECT_EQ(described(c.text), c.tokens) << c.why;
}

TEST(Lexer, CoversTheTextWithoutGaps) {
  const std::string text = "#define A(x) x \\\n + 1\nint a = 1'0; // b\n\"c\n R\"(d";
  std::size_t covered = 0;
  for (const Token& token : Lexer(text).run()) {
    EXPECT_EQ(token.begin, covered);
    EXPECT_GT(token.end, token.begin);
    covered = token.end;
  }
  EXPECT_EQ(covered, text.size());
}

}  // namespace
}  // namespace gridmark::rewrite
