// Words that a submission may use by default, and a lab's changes to them.
#include "grader/compile/word_rules.h"

#include <gtest/gtest.h>

namespace gridmark::compile {
namespace {

std::string word(const std::string& text, bool own = true, const Permissions& permissions = {}) {
  return refused_word({text, {"benchmark.cu", 1}, own}, permissions).value_or("");
}

TEST(WordRules, WhatWouldHideCodeIsRefusedHoweverItCameThere) {
  for (const char* text :
       {"asm", "__asm__", "no_sanitize", "__no_sanitize__", "no_sanitize_thread", "__tsan_read4",
        "__builtin___tsan_read4", "redefine_extname", "system_header", "pch_preprocess"})
    for (const bool own : {true, false}) EXPECT_NE(word(text, own), "") << text;
}

TEST(WordRules, TheDevicesPartsAreForItsMacrosOnly) {
  EXPECT_NE(word("gridmark"), "");
  EXPECT_NE(word("GRIDMARK_NOT_COUNTED"), "");
  EXPECT_NE(word("gridmark_barrier"), "");
  EXPECT_NE(word("gridmark_"), "");
  EXPECT_NE(word("gridmark_futex"), "");
  for (const char* ptx : {"gridmark::ptx", "gridmark_0", "gridmark_12o", "gridmark_r_sum"})
    EXPECT_EQ(word(ptx), "") << ptx;
  EXPECT_EQ(word("gridmark", false), "");
  EXPECT_EQ(word("gridmark::tensor"), "");
  EXPECT_NE(word("emulation"), "");
}

TEST(WordRules, TheProcessorsInstructionsAreTheLabsToGive) {
  EXPECT_NE(word("_mm_loadh_pi"), "");
  EXPECT_NE(word("__builtin_ia32_loadhps"), "");
  Permissions permissions;
  permissions.headers.allow = {"immintrin.h"};
  EXPECT_EQ(word("_mm_loadh_pi", true, permissions), "");
}

TEST(WordRules, NamesAsTheLinkerKnowsThemAreTheCompilers) {
  EXPECT_NE(word("_ZN8gridmark9emulation12reset_metersEv"), "");
  EXPECT_NE(word("_Z5helpsv"), "");
  EXPECT_NE(word("_Z5helpsv", false), "");
  // The counters recognise the construction of variables by these names.
  for (const char* text :
       {"_GLOBAL__sub_I_x", "__static_initialization_and_destruction_0", "__cxx_global_var_init"})
    EXPECT_NE(word(text), "") << text;
}

TEST(WordRules, OrdinaryWordsAreAllowed) {
  for (const char* text : {"assert", "asm_count", "section", "alias", "_mmap", "sanitize", "tsan"})
    EXPECT_EQ(word(text), "") << text;
}

}  // namespace
}  // namespace gridmark::compile
