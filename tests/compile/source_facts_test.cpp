#include "grader/compile/source_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::compile {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::Not;

const std::vector<std::string> own_files{"benchmark.cu", "common.h"};

SourceFacts read(const std::string& expanded) { return read_source_facts(expanded, own_files); }

std::vector<std::string> words(const std::string& line) {
  std::vector<std::string> all;
  for (const SourceWord& word : read("# 1 \"benchmark.cu\"\n" + line).words) all.push_back(word.text);
  return all;
}

const std::string expanded_sample =
    "# 0 \"benchmark.cu\"\n"
    "# 0 \"<command-line>\"\n"
    "# 1 \"/gridmark/include/cuda_runtime.h\" 1 3\n"
    "int hidden_in_a_header;\n"
    "# 0 \"<command-line>\" 2\n"
    "# 1 \"benchmark.cu\"\n"
    "int one;\n"
    "\n"
    "# 1 \"common.h\" 1\n"
    "# 1 \"/usr/include/dlfcn.h\" 1 3 4\n"
    "# 1 \"/usr/include/features.h\" 1 3 4\n"
    "# 32 \"/usr/include/dlfcn.h\" 2 3 4\n"
    "# 2 \"common.h\" 2\n"
    "int two;\n"
    "# 4 \"benchmark.cu\" 2\n"
    "int three;\n"
    "# 5 \"benchmark.cu\" 3\n"
    "from_a_macro\n"
    "# 5 \"benchmark.cu\"\n"
    "after;\n";

TEST(SourceFacts, AnIncludeHasTheStudentsLine) {
  const SourceFacts facts = read(expanded_sample);
  ASSERT_EQ(facts.includes.size(), 3u);
  EXPECT_EQ(facts.includes[0].path, "common.h");
  EXPECT_EQ(facts.includes[0].place, (Place{"benchmark.cu", 3}));
  EXPECT_EQ(facts.includes[1].path, "/usr/include/dlfcn.h");
  EXPECT_EQ(facts.includes[1].place, (Place{"common.h", 1}));
  EXPECT_TRUE(facts.includes[1].direct);
}

TEST(SourceFacts, WhatAHeaderIncludesIsTheStudentsOnlyIndirectly) {
  const SourceFacts facts = read(expanded_sample);
  EXPECT_EQ(facts.includes[2].path, "/usr/include/features.h");
  EXPECT_FALSE(facts.includes[2].direct);
  EXPECT_EQ(facts.includes[2].place, (Place{"common.h", 1}));
}

TEST(SourceFacts, WordsAreThoseOfTheStudentsFilesWithTheirLines) {
  const SourceFacts facts = read(expanded_sample);
  EXPECT_THAT(facts.words, Not(Contains(Field(&SourceWord::text, "hidden_in_a_header"))));
  const auto three = std::find_if(facts.words.begin(), facts.words.end(),
                                  [](const SourceWord& word) { return word.text == "three"; });
  ASSERT_NE(three, facts.words.end());
  EXPECT_EQ(three->place, (Place{"benchmark.cu", 4}));
}

TEST(SourceFacts, WordsFromMacrosOfHeadersAreToldApart) {
  for (const SourceWord& word : read(expanded_sample).words) EXPECT_EQ(word.own, word.text != "from_a_macro");
}

TEST(SourceFacts, StringsAndNumbersHoldNoWords) {
  EXPECT_THAT(words("f(\"asm \\\" asm\", 'a', 1'000'000, 0x1p-3f, g);\n"), ElementsAre("f", "g"));
  EXPECT_THAT(words("R\"x(asm \" )\" \n asm)x\" h\n"), ElementsAre("h"));
  EXPECT_THAT(words("u8R\"(asm)\" L'\\'' after\n"), ElementsAre("L", "after"));
}

TEST(SourceFacts, ANameBeforeAStringMakesItNoRawOne) {
  EXPECT_THAT(words("[[a::b(abR\"(\")]] int x; asm(\"\"); char* s = \")\";\n"), Contains("asm"));
}

// g++ output for #pragma GCC system_header, in which the pragma itself does not appear.
TEST(SourceFacts, AFileThatCallsItselfASystemsIsSeenAtItsEnd) {
  const std::string begin = "# 1 \"benchmark.cu\"\n# 1 \"common.h\" 1\n",
                    end = "# 2 \"benchmark.cu\" 2\nint b;\n";
  EXPECT_EQ(read(begin + "# 2 \"common.h\" 3\nint a;\n" + end).as_system_header, (Place{"common.h", 3}));
  EXPECT_EQ(read(begin + "# 1 \"benchmark.cu\" 1 3\nint a;\n# 3 \"common.h\" 2 3\n" + end).as_system_header,
            (Place{"benchmark.cu", 2}));
  EXPECT_FALSE(read(begin + "# 2 \"common.h\" 3 4\nNULL\n# 2 \"common.h\"\n;\n" + end).as_system_header);
  EXPECT_FALSE(read(expanded_sample).as_system_header);
}

// If the second string were read as a raw one, the text between the two would not be checked.
TEST(SourceFacts, NoSpellingOfALiteralHidesWhatFollows) {
  for (const std::string before : {"x = \"a\"R\"(\"",
                                   "x = 'a'R\"(\"",
                                   "x = R\"(a)\"R\"(\"",
                                   "x = u8\"a\"R\"(\"",
                                   "x = \"a\"_R\"(\"",
                                   "x = 1e+R\"(\"",
                                   "x = 0x1p-R\"(\"",
                                   "x = 1'0R\"(\"",
                                   "x = .5e-R\"(\"",
                                   "x = \\N{TILDE}R\"(\"",
                                   "x = \\u00e9R\"(\"",
                                   "x = $R\"(\"",
                                   "x = \xc3\xa9R\"(\"",
                                   "#pragma a R\"(\n",
                                   "#pragma a u8R\"x(\n",
                                   "#pragma a \"\n",
                                   "#pragma a 1'$\"'\n",
                                   "x = R\"a\"b()a\"b\"",
                                   "x = R\"0123456789abcdef()0123456789abcdef\"_km",
                                   "x = 1'000'000",
                                   "x = '\\''",
                                   "x = '\"'",
                                   "x = u8'\\\"'",
                                   "x = \"\\\\\"",
                                   "x = UR\"(\\)\"",
                                   "x = LR\"(\n# 1 \"vector\" 1 3\n)\""})
    EXPECT_THAT(words(before + "; asm(x); y = \")\";\n"), Contains("asm")) << before;
}

TEST(SourceFacts, WhatALiteralHoldsIsNoWordInAnySpelling) {
  for (const std::string literal :
       {"R\"(asm)\"", "u8R\"x(asm)\" asm )x\"_km", "R\"0123456789abcdef()\" asm \")0123456789abcdef\"",
        "LR\"(\n asm\n)\"", "\"\\\" asm\"_km", "U'\\''", "R\"a\"b( asm )\" asm)a\"b\"", "1'0asm", "1e-asm"})
    EXPECT_THAT(words("x = " + literal + ";\n"), Not(Contains("asm"))) << literal;
}

TEST(SourceFacts, WhatIsNotLookedThroughIsSaid) {
  std::string names, includes = "# 1 \"benchmark.cu\"\n";
  for (int i = 0; i < 100'001; ++i) names += "x" + std::to_string(i) + "\n";
  for (int i = 0; i < 20'001; ++i) includes += "# 1 \"a.h\" 1\n# 2 \"benchmark.cu\" 2\n";
  EXPECT_FALSE(read("# 1 \"benchmark.cu\"\n" + names).whole);
  EXPECT_FALSE(read(includes).whole);
  EXPECT_TRUE(read(expanded_sample).whole);
}

TEST(SourceFacts, ANameForTheLinkerInAStringIsAWord) {
  EXPECT_THAT(words("section(\"gridmark_blocks\")\n"), ElementsAre("section", "gridmark_"));
}

TEST(SourceFacts, WhatPtxHasBecomeIsToldFromTheDevicesOtherParts) {
  EXPECT_THAT(words("::gridmark::ptx::at(gridmark_0, 0)\n"),
              ElementsAre("gridmark::ptx", "ptx", "at", "gridmark_0"));
  EXPECT_THAT(words("gridmark::emulation::reset_meters\n"), Contains("gridmark"));
}

TEST(SourceFacts, TheTensorKitIsToldFromTheRestOfGridmark) {
  EXPECT_THAT(words("using namespace gridmark::tensor;\n"), Contains("gridmark::tensor"));
  EXPECT_THAT(words("namespace gt = gridmark::tensor;\n"), Contains("gridmark::tensor"));
  EXPECT_THAT(words("gridmark::tensor\n"), Contains("gridmark::tensor"));
  EXPECT_THAT(words("gridmark::services::Clock\n"), Contains("gridmark::services"));
  for (const char* other : {"namespace gridmark::tensor {\n", "inline namespace gridmark::tensor::mine {\n",
                            "gridmark::tensors x\n", "gridmark:: tensor\n", "gridmark::emulation x\n"})
    EXPECT_THAT(words(other), Contains("gridmark")) << other;
}

TEST(SourceFacts, AnythingAtAllCanBeRead) {
  for (const std::string text : {"", "# ", "# 1 \"", "# 99999999999 \"x\"\n", "# 1 \"benchmark.cu\" 2\n\"",
                                 "# 1 \"benchmark.cu\"\nR\"", "# 1 \"benchmark.cu\"\n'"})
    EXPECT_THAT(read(text).includes, IsEmpty());
}

}  // namespace
}  // namespace gridmark::compile
