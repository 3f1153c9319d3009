// Damaged documents: for any bytes, a loader returns a value or one message, and never crashes.
#include <gtest/gtest.h>

#include <random>

#include "base/utf8.h"
#include "grader/load/file_text.h"
#include "grader/load/load_checker_results.h"
#include "grader/load/load_record.h"
#include "grader/load/load_rubric.h"
#include "grader/load/load_timeline.h"

namespace gridmark::load {
namespace {

constexpr int rounds = 3000;

/// `text` after a few random edits: a changed byte, or a removed, doubled or cut part.
std::string damaged(std::string text, std::mt19937& random) {
  const auto below = [&](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit)(random);
  };
  for (std::size_t edits = 1 + below(3); edits > 0 && !text.empty(); --edits) {
    const std::size_t at = below(text.size() - 1), length = below(20);
    switch (below(3)) {
      case 0:
        text[at] = static_cast<char>(below(255));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at, length));
        break;
      case 3:
        text.resize(text.size() - below(2));
        break;
    }
  }
  return text;
}

template <class Load>
void damage(const std::string& good, Load load) {
  std::mt19937 random(20260131);
  int refused = 0;
  for (int i = 0; i < rounds; ++i) {
    const auto loaded = load(damaged(good, random));
    if (loaded) continue;
    ++refused;
    EXPECT_NE(loaded.error().where, "");
    EXPECT_NE(loaded.error().message, "");
    EXPECT_EQ(first_invalid_byte(message_of(loaded.error())), std::string::npos)
        << valid_utf8(message_of(loaded.error()));
  }
  EXPECT_GT(refused, rounds / 2);
}

std::string file(const std::string& name) {
  return file_text(std::string(GRIDMARK_SOURCE_DIR) + "/" + name, Error::Source::lab).value();
}

TEST(DamagedDocument, RubricsAreReadOrRefused) {
  damage(file("rubrics/lab1-gpu-basics.json"),
         [](const std::string& text) { return parse_rubric(text, "r.json", "lab1-gpu-basics"); });
}

TEST(DamagedDocument, RecordsAreReadOrRefused) {
  damage(file("tests/golden/report/mixed.json"), [](const std::string& text) { return load_record(text); });
}

TEST(DamagedDocument, TimelinesAreReadOrRefused) {
  damage(
      R"({"otherData":{"format":"gridmark-timeline","version":1,"begin_us":0.0,"end_us":9.5,"host_waits":1,"left_out":0},
"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":1,"tid":1000,"ts":2.0,"dur":3.5,"args":{"correlation":7,
"device":0,"stream":1,"kind":"kernel","basis":"shape"}}]})",
      [](const std::string& text) { return load_timeline(text, "t.json"); });
}

TEST(DamagedDocument, CheckerResultsAreReadOrRefused) {
  damage(R"({"checker":"lab9","device":"emulated","tests":["A.B","C.D"]}
{"test":{"name":"A.B","outcome":"crashed","reason":"r","place":{"file":"a.cu","line":3},"output":"o","seconds":0.5}}
{"test":{"name":"C.D","outcome":"passed","reason":"","output":"","seconds":0}}
{"measurement":{"name":"m","value":1.5,"unit":"ratio","device":"emulated","flavour":"counted","provenance":"counted","detail":"","test":"A.B"}}
{"finished":{"tests":2,"sandbox":"bubblewrap"}}
)",
         [](const std::string& text) { return load_checker_results(text); });
}

}  // namespace
}  // namespace gridmark::load
