// Texts that a source passes to the compiler: each way by which g++ copies one into its assembly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/compile/source_facts.h"
#include "grader/compile/word_rules.h"

namespace gridmark::compile {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

SourceFacts facts_of(const std::string& text) {
  return read_source_facts("# 1 \"benchmark.cu\"\n" + text + "\n", {"benchmark.cu"});
}

/// "section=.text" for each text.
std::vector<std::string> strings_of(const std::string& text) {
  std::vector<std::string> all;
  for (const AttributeString& string : facts_of(text).strings)
    all.push_back(string.owner + "=" + string.text);
  return all;
}

std::string refusal_of(const std::string& text) {
  for (const AttributeString& string : facts_of(text).strings)
    if (const auto why = refused_text(string)) return *why;
  return "";
}

TEST(AttributeStrings, TextsOfAttributesAndDirectivesAreFoundInEachSpelling) {
  for (const char* text :
       {"__attribute__((section(\"a\"))) int x;", "__attribute ((__used__, section(\"a\"))) int x;",
        "__attribute__(\n(section(\n\"a\"))) int x;", "[[gnu::section(\"a\")]] int x;",
        "[ [gnu::section(\"a\")]] int x;", "<:<:gnu::section(\"a\"):>:> int x;",
        "<:[gnu::section(\"a\")]:> int x;", "[<:using gnu: section(\"a\"):>] int x;",
        "__attribute__((section(\"\" \"a\"))) int x;",
        "__attribute__((section(\n# 1 \"benchmark.cu\"\n\"a\"))) int x;"})
    EXPECT_THAT(strings_of(text), testing::ElementsAre("section=a")) << text;
  for (const char* text : {"__attribute__\n#pragma GCC warning \"a\"\n((section(\"b\"))) int x;",
                           "[\n#pragma GCC warning \"a\"\n[gnu::section(\"b\")]] int x;",
                           "__attribute__((section(\n#pragma GCC warning \"a\"\n\"b\"))) int x;"})
    EXPECT_THAT(strings_of(text), testing::ElementsAre("warning=a", "section=b")) << text;
  EXPECT_THAT(strings_of("[[gnu::section(\"b\"\n#pragma GCC warning \"a\"\n\"c\")]] int x;"),
              testing::ElementsAre("section=bc", "warning=a"));
  EXPECT_THAT(strings_of("__attribute__((aligned(f([]<%return 1;})), section(\"a\"))) int x;"),
              testing::ElementsAre("section=a"));
  EXPECT_THAT(strings_of("[[gnu::section(u8\"a\")]] int x;"), testing::ElementsAre("section=a"));
  EXPECT_THAT(strings_of("#ident \"a\""), testing::ElementsAre("ident=a"));
  EXPECT_THAT(strings_of("#pragma GCC optimize(\"O3\", \"a\")"), testing::ElementsAre("optimize=O3", "=a"));
}

TEST(AttributeStrings, OtherTextsAreTheProgramsOwn) {
  for (const char* text :
       {"const char* x = \"\\n\";", "int y = a[0][1]; f(\"\\n\");", "auto f = [](int) { return \"\\n\"; };",
        "__attribute__((used)) const char* x = \"\\n\";", "[[nodiscard]] int f(const char* = \"\\n\");",
        "#pragma message \"hello, you\"", "#pragma unroll\nf(\"\\n\");", "std::vector<::Name> v{\"\\n\"};",
        "__attribute__((aligned(alignof(V<::Name>)))) int x; f(\"\\n\");", "int y = a<:0:>; f(\"\\n\");",
        "x = &V<::Name>::y<:0:>; f(\"\\n\");", "int x = a['['[b]]; f(\"\\n\");"})
    EXPECT_THAT(strings_of(text), IsEmpty()) << text;
}

TEST(AttributeStrings, WhatWouldBecomeAssemblyIsRefused) {
  for (const char* text :
       {"__attribute__((section(\".text\\n syscall #\"))) void f();",
        "[[gnu::section(\".te\" \"xt\\x0a nop #\")]] void f();",
        "__attribute__((section(\".text,\\\"axG\\\"\"))) void f();",
        "__attribute__((section(R\"(.text\n nop #)\"))) void f();",
        "static void f() __attribute__((weakref(\"g\\n nop\")));",
        "__attribute__((symver(\"g@V; nop\"))) void f();", "#ident \"x\\n nop\"", "#sccs \"x\\\"\\n nop\"",
        "[[gnu::alias(\"g\\012nop\")]] void f();", "__attribute__((fentry_section(\"a b\"))) void f();",
        "__attribute__((section((\".text\\n nop #\")))) void f();"})
    EXPECT_THAT(refusal_of(text), HasSubstr("may hold only letters")) << text;
}

TEST(AttributeStrings, NamesOfOthersAreRefused) {
  for (const char* text :
       {"static void f() __attribute__((weakref(\"_ZN8gridmark9emulation12counted_hookE\")));",
        "static void f() __attribute__((weakref(\"_Z\" \"3foov\")));",
        "[[gnu::alias(\"grid\" \"mark_barrier\")]] void f();",
        "[[gnu::weakref(\"__tsan_read4\")]] static void f();",
        "__attribute__((section(\"grid\" \"mark_blocks\"))) int x;"})
    EXPECT_THAT(refusal_of(text), HasSubstr("belongs to the compiler or to gridmark")) << text;
  EXPECT_THAT(refusal_of("#pragma GCC target(\"inline-all-stringops\")"), HasSubstr("hide copies"));
}

TEST(AttributeStrings, HonestOnesAreAllowed) {
  for (const char* text :
       {"[[deprecated(\"use \\\"g()\\\" instead;\\n sorry\")]] void f();",
        "[[nodiscard(\"it is an error code!\")]] int f();",
        "__attribute__((__deprecated__(\"old (since 2020)\"))) void f();",
        "__attribute__((warning(\"slow: avoid\"))) void f();", "#pragma GCC error \"no such luck\"",
        "#pragma GCC warning \"hm, hm\"", "#pragma GCC diagnostic ignored \"-Wunused-variable\"",
        "#pragma GCC optimize(\"O3,unroll-loops\")",
        "#pragma GCC target(\"avx2,bmi,sse4.2,arch=x86-64-v3,tune=native\")",
        "[[gnu::target(\"avx2\")]] void f();",
        "__attribute__((optimize(\"-O3\", \"no-omit-frame-pointer\"))) void f();",
        "__attribute__((visibility(\"hidden\"))) void f();",
        "__attribute__((section(\".rodata.mine\"))) const int x = 1;",
        "__attribute__((tls_model(\"initial-exec\"))) thread_local int x;",
        "#ident \"$Id: benchmark.cu 12 $\"", "[[gnu::alias(\"_Z4helpv\")]] void f();",
        "#pragma comment(lib, \"a b\")"})
    EXPECT_EQ(refusal_of(text), "") << text;
}

TEST(AttributeStrings, AHeadersMacroMayNameTheDevicesParts) {
  const SourceFacts facts = read_source_facts(
      "# 1 \"benchmark.cu\" 3\n__attribute__((section(\"gridmark_blocks\"))) int x;\n", {"benchmark.cu"});
  ASSERT_EQ(facts.strings.size(), 1u);
  EXPECT_EQ(refused_text(facts.strings[0]), std::nullopt);
}

TEST(AttributeStrings, TooManyAreNotTakenForFew) {
  std::string many;
  for (int i = 0; i < 20'001; ++i) many += "__attribute__((section(\"a\"))) int x;\n";
  EXPECT_FALSE(facts_of(many).whole);
}

}  // namespace
}  // namespace gridmark::compile
