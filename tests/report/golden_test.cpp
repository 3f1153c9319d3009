// The printed reports, byte for byte, under tests/golden/report/. To regenerate them, run
// GRIDMARK_UPDATE_GOLDEN=1 test_report, and review the diff.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "grader/report/html_printer.h"
#include "grader/report/json_printer.h"
#include "grader/report/terminal_printer.h"
#include "grader/report/timeline_html.h"
#include "tests/report/example_alike.h"
#include "tests/report/example_records.h"
#include "tests/report/example_timeline.h"

namespace gridmark::report {
namespace {

const std::filesystem::path folder = GRIDMARK_SOURCE_DIR "/tests/golden/report";

void compare(const std::string& name, const std::string& printed) {
  const std::filesystem::path path = folder / name;
  if (std::getenv("GRIDMARK_UPDATE_GOLDEN") != nullptr) {
    std::filesystem::create_directories(folder);
    std::ofstream(path, std::ios::binary) << printed;
  }
  std::ifstream file(path, std::ios::binary);
  const std::string golden(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(printed, golden) << path
                             << " differs; if that is meant, run GRIDMARK_UPDATE_GOLDEN=1 test_report";
}

class Golden : public testing::TestWithParam<Example> {};

TEST_P(Golden, TerminalReportIsAsReviewed) {
  compare(GetParam().name + ".txt", print_terminal(GetParam().record, {}));
}
TEST_P(Golden, HtmlReportIsAsReviewed) { compare(GetParam().name + ".html", print_html(GetParam().record)); }
TEST_P(Golden, JsonRecordIsAsReviewed) { compare(GetParam().name + ".json", print_json(GetParam().record)); }

INSTANTIATE_TEST_SUITE_P(Every, Golden, testing::ValuesIn(example_records()),
                         [](const auto& example) { return example.param.name; });

TEST(GoldenColour, TerminalReportIsAsReviewed) {
  compare("mixed_colour_narrow.txt",
          print_terminal(example("mixed"), {.colour = true, .unicode = false, .width = 60}));
}

TEST(GoldenSimilarity, PageIsAsReviewed) { compare("similarity.html", print_similarity({example_alike()})); }

TEST(GoldenTimeline, PageIsAsReviewed) {
  compare("timeline.html", print_timeline_html("prefetch", two_streams()));
}

}  // namespace
}  // namespace gridmark::report
