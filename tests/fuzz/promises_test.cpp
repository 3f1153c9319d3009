// The corpora that fuzzers found break no promise.
#include "tests/fuzz/promises.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace gridmark::fuzz {
namespace {

class Corpus : public testing::TestWithParam<Promise> {};

TEST_P(Corpus, BreaksNoPromise) {
  int files = 0;
  const std::filesystem::path folder = std::filesystem::path(GRIDMARK_SOURCE_DIR) / "tests/fuzz/corpus";
  for (const auto& entry : std::filesystem::directory_iterator(folder / GetParam().name)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(GetParam().broken(text), "") << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0);
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Corpus, testing::ValuesIn(promises),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace gridmark::fuzz
