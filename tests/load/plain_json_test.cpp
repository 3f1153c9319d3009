// The fast reader reads the same value as the library's reader, or leaves the text to it.
#include "grader/load/plain_json.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace gridmark::load {
namespace {

using nlohmann::json;

constexpr int levels = 8;

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(PlainJson, RecordsAreReadAsTheLibraryReadsThem) {
  int read = 0;
  for (const auto& entry : std::filesystem::directory_iterator(GRIDMARK_SOURCE_DIR "/tests/golden/report")) {
    if (entry.path().extension() != ".json") continue;
    const std::string text = text_of(entry.path());
    const auto plain = read_plain_json(text, 32);
    ASSERT_TRUE(plain) << entry.path();
    EXPECT_EQ(plain->dump(), json::parse(text).dump()) << entry.path();
    ++read;
  }
  EXPECT_GT(read, 5);
}

TEST(PlainJson, ValuesAndTheirTypesAreTheLibrarys) {
  for (const char* text : {"0",
                           "7",
                           "-7",
                           "0.5",
                           "1e3",
                           "-2.5E-3",
                           "18446744073709551615",
                           "9223372036854775807",
                           "-9223372036854775808",
                           "0.1",
                           "123456789.123456789",
                           "true",
                           "false",
                           "null",
                           "\"\"",
                           "[]",
                           "{}",
                           " [ 1 , \"a\" , { } ] ",
                           "{\"b\": 1, \"a\": [null, [[]]]}",
                           "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
                           "\"\\u0041\\u00e4\\u20AC\\u0000\"",
                           "\"\xc3\xa4\xf0\x9f\x98\x80\"",
                           "\t\r\n1\n"}) {
    const auto plain = read_plain_json(text, levels);
    ASSERT_TRUE(plain) << text;
    EXPECT_EQ(*plain, json::parse(text)) << text;
    EXPECT_EQ(plain->type(), json::parse(text).type()) << text;
  }
}

TEST(PlainJson, WhatIsNotPlainIsLeftToTheCarefulReader) {
  using namespace std::string_literals;
  for (const std::string& text : {""s,          " "s,
                                  "{"s,         "["s,
                                  "[1"s,        "[1,]"s,
                                  "[,1]"s,      "{\"a\"}"s,
                                  "{\"a\":}"s,  "{\"a\":1,}"s,
                                  "{a:1}"s,     "{\"a\":1,\"a\":2}"s,
                                  "01"s,        "+1"s,
                                  "1."s,        ".5"s,
                                  "1e"s,        "-"s,
                                  "1 2"s,       "tru"s,
                                  "nul"s,       "True"s,
                                  "\"a"s,       "\"\\x\""s,
                                  "\"\\u12\""s, "\"a\nb\""s,
                                  "\"a\0b\""s,  "\0"s,
                                  "1e999"s,     "18446744073709551616"s,
                                  "NaN"s,       "[[[[[[[[[]]]]]]]]]"s,
                                  "\"\\"s})
    EXPECT_FALSE(read_plain_json(text, levels)) << text;
}

TEST(PlainJson, AsManyLevelsAsAllowedAreRead) {
  EXPECT_TRUE(read_plain_json("[[[[[[[[]]]]]]]]", levels));
  EXPECT_TRUE(read_plain_json("[[[[[[[[]]]]]]],[[[[[[[]]]]]]]]", levels)) << "levels, not containers";
}

}  // namespace
}  // namespace gridmark::load
