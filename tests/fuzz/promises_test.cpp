// The corpora must not break a promise: texts by people (corpus/TARGET/NAME), and texts from libFuzzer
// (corpus/found.txt, whose format is described in fuzz.sh).
#include "tests/fuzz/promises.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace gridmark::fuzz {
namespace {

const std::filesystem::path corpus = std::filesystem::path(GRIDMARK_SOURCE_DIR) / "tests/fuzz/corpus";

struct Text {
  std::string target, name, bytes;
};

std::string unescaped(std::string_view text) {
  std::string bytes;
  while (!text.empty()) {
    const bool escape = text.front() == '\\';
    bytes +=
        escape ? static_cast<char>(std::stoi(std::string(text.substr(2, 2)), nullptr, 16)) : text.front();
    text = text.substr(escape ? 4 : 1);
  }
  return bytes;
}

std::vector<Text> found_texts() {
  std::vector<Text> texts;
  std::ifstream archive(corpus / "found.txt");
  for (std::string line; std::getline(archive, line);) {
    const std::size_t blank = std::min(line.find(' '), line.size() - 1);
    texts.push_back({line.substr(0, blank), "found.txt:" + std::to_string(texts.size() + 1),
                     unescaped(std::string_view(line).substr(blank + 1))});
  }
  return texts;
}

std::vector<Text> written_texts(const std::string& target) {
  std::vector<Text> texts;
  for (const auto& entry : std::filesystem::directory_iterator(corpus / target)) {
    std::ifstream file(entry.path(), std::ios::binary);
    texts.push_back({target, entry.path().string(), {std::istreambuf_iterator<char>(file), {}}});
  }
  return texts;
}

class Corpus : public testing::TestWithParam<Promise> {};

TEST_P(Corpus, WhatPeopleWroteBreaksNoPromise) {
  const std::vector<Text> texts = written_texts(GetParam().name);
  EXPECT_FALSE(texts.empty());
  for (const Text& text : texts) EXPECT_EQ(GetParam().broken(text.bytes), "") << text.name;
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Corpus, testing::ValuesIn(promises),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(FoundTexts, BreakNoPromise) {
  const std::vector<Text> texts = found_texts();
  EXPECT_FALSE(texts.empty());
  for (const Text& text : texts) {
    const auto promise = std::ranges::find(promises, text.target, &Promise::name);
    ASSERT_NE(promise, promises.end())
        << text.name << " begins with " << text.target << ", expected a target of fuzz.sh";
    EXPECT_EQ(promise->broken(text.bytes), "") << text.name << ", of " << text.target;
  }
}

}  // namespace
}  // namespace gridmark::fuzz
