// Object files from a compiler, including broken ones.
#include "grader/compile/object_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "grader/compile/symbol_rules.h"

namespace gridmark::compile {
namespace {

using testing::HasSubstr;

std::string sample() {
  std::ifstream file(SAMPLE_OBJECT, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(ObjectFile, ACompiledSourceGivesItsSymbols) {
  const ObjectFile object = read_object_file(sample());
  EXPECT_EQ(object.malformed, "");
  EXPECT_TRUE(names_defined_in(object).contains("_Z6samplei"));
  const auto refused = refused_symbol(object, {}, {}, {}, {});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->word, "answer_of_another_file");
  EXPECT_THAT(refused->message, HasSubstr("answer_of_another_file(int)"));
}

TEST(ObjectFile, WhatIsNoneIsSaidSo) {
  std::string shared = sample();
  shared[16] = 3;  // e_type: a shared library
  for (const std::string& bytes : {std::string(),
                                   std::string("\x7f"
                                               "ELF"),
                                   std::string(4096, 'x'), shared})
    EXPECT_NE(read_object_file(bytes).malformed, "");
}

// Any byte may be wrong. Builds with AddressSanitizer check the accesses.
TEST(ObjectFile, DamagedOnesAreReadOrRefusedButNeverEndTheGrader) {
  const std::string whole = sample();
  for (std::size_t size = 0; size < whole.size(); size += 97) read_object_file(whole.substr(0, size));
  for (std::size_t at = 0; at < whole.size(); at += at < 64 ? 1 : 13)
    for (const char value : {'\0', '\x7f', '\xff'}) {
      std::string damaged = whole;
      damaged[at] = value;
      refused_symbol(read_object_file(damaged), {}, {}, {}, {});
    }
}

}  // namespace
}  // namespace gridmark::compile
