// Each defect is found on its line, and correct kernels have no findings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/counters/patterns.h"

namespace gridmark::tests {
namespace {

using emulation::Finding;
using emulation::Meters;
using testing::HasSubstr;

std::vector<Pattern> all_patterns() {
  std::vector<Pattern> all = race_patterns();
  all.insert(all.end(), hazard_patterns().begin(), hazard_patterns().end());
  return all;
}

Meters run(const std::string& name) {
  for (const Pattern& pattern : all_patterns()) {
    if (pattern.name == name) return pattern.run();
  }
  ADD_FAILURE() << "no pattern " << name;
  return {};
}

/// The line that ends with "// HERE: name".
emulation::SourcePlace marked_place(const std::string& name) {
  for (const std::string source : {"race_patterns.cu", "hazard_patterns.cu"}) {
    std::ifstream file(GRIDMARK_SOURCE_DIR "/tests/counters/" + source);
    int number = 1;
    for (std::string line; std::getline(file, line); ++number) {
      if (line.ends_with("// HERE: " + name)) return {source, number};
    }
  }
  ADD_FAILURE() << "no mark " << name;
  return {};
}

struct Defect {
  const char* name;
  Finding::Kind kind;
  std::vector<const char*> words;
};
void PrintTo(const Defect& defect, std::ostream* out) { *out << defect.name; }

class Hazards : public testing::TestWithParam<Defect> {};

TEST_P(Hazards, AreFoundOnTheirLine) {
  const Defect& defect = GetParam();
  const Meters meters = run(defect.name);
  ASSERT_FALSE(meters.findings.empty());
  EXPECT_EQ(meters.findings_total, meters.findings.size());
  const emulation::SourcePlace marked = marked_place(defect.name);
  bool found = false;
  for (const Finding& finding : meters.findings) {
    EXPECT_EQ(finding.kind, defect.kind) << finding.message;
    if (finding.place.line != marked.line) continue;
    found = true;
    EXPECT_EQ(finding.place.file, marked.file);
    for (const char* words : defect.words) EXPECT_THAT(finding.message, HasSubstr(words));
  }
  EXPECT_TRUE(found) << meters.findings[0].message;
}

constexpr auto race = Finding::Kind::race;
constexpr auto bounds = Finding::Kind::out_of_bounds;
constexpr auto misaligned = Finding::Kind::misaligned;
constexpr auto host_memory = Finding::Kind::host_memory;
constexpr auto double_free = Finding::Kind::double_free;
constexpr auto uninitialised = Finding::Kind::uninitialised_read;

INSTANTIATE_TEST_SUITE_P(
    Counted, Hazards,
    testing::Values(
        Defect{"read after write", race, {"reads s at", "may be writing it at", "__syncthreads()"}},
        Defect{"write after read", race, {"writes s at", "may be reading it at", "__syncthreads()"}},
        Defect{"update after read",
               race,
               {"writes s at",
                "other threads of the block may be reading it; put __syncthreads() on a new line"}},
        Defect{"write after write", race, {"writes s at", "let one thread write it"}},
        Defect{"reduction", race, {"race in shared memory", "at the end of the loop's body"}},
        Defect{"warp race", race, {"__syncwarp()"}},
        Defect{
            "tiled", race, {"writes as at", "put __syncthreads() on a new line after race_patterns.cu:107"}},
        Defect{"shared histogram", race, {"bins"}},
        Defect{"sum read too early", race, {"writes sum at", "may be reading it at"}},
        Defect{"between blocks", race, {"block (1,0,0)", "block (0,0,0)", "blocks run in any order"}},
        Defect{"histogram", race, {"race in global memory"}},
        Defect{"stencil", race, {"race in global memory", "blocks run in any order"}},
        Defect{"volatile warp", race, {"reads s at", "may be writing it", "__syncwarp()"}},
        Defect{"shared flag", race, {"reads value at", "may be writing it at"}},
        Defect{"no fence", race, {"block (7,0,0)", "blocks run in any order"}},
        Defect{"global bounds",
               bounds,
               {"thread (36,0,0) of block (1,0,0) writes 4 bytes at ",
                ", just past the end of a 400-byte allocation", "if (i < n)"}},
        Defect{"static bounds", bounds, {"thread (31,0,0)", "near the end of s", "check the index"}},
        Defect{"dynamic bounds", bounds, {"thread (32,0,0)", "the launch gave 128 bytes"}},
        Defect{"device bounds", bounds, {"thread (31,0,0)", "past the end of scratch, which has 128 bytes"}},
        Defect{
            "static device bounds", bounds, {"thread (31,0,0)", "past the end of own, which has 128 bytes"}},
        Defect{"constant bounds", bounds, {"thread (4,0,0)", "past the end of weights, which has 16 bytes"}},
        Defect{"device race", race, {"writes scratch", "let one thread write it"}},
        Defect{"neighbour bounds", bounds, {"thread (31,0,0)", "near the end of first"}},
        Defect{"misaligned", misaligned, {"reads 8 bytes", "not a multiple of 8"}},
        Defect{"host memory", host_memory, {"memory of the host", "cudaMalloc"}},
        Defect{"double free", double_free, {"64-byte allocation", "was made at", "freed at"}},
        Defect{"shared uninitialised", uninitialised, {"thread (32,0,0)", "of s that no thread"}},
        Defect{"histogram never zeroed",
               uninitialised,
               {"thread (0,0,0)", "updates 4 bytes", "of bins that no thread", "fill all of"}},
        Defect{"global uninitialised", uninitialised, {"was never written", "fill it with cudaMemcpy"}}));

TEST(Findings, AreNotSeenInCorrectKernels) {
  for (const Pattern& pattern : all_patterns()) {
    if (!pattern.name.ends_with(", ok")) continue;
    const Meters meters = pattern.run();
    EXPECT_EQ(meters.findings_total, 0u);
    for (const Finding& finding : meters.findings) ADD_FAILURE() << pattern.name << ": " << finding.message;
  }
}

TEST(Findings, AWriteIntoTheSlackLeavesNoTrace) {
  run("global bounds");  // the engine would end the process if its canary bytes had changed
  EXPECT_EQ(run("bounds, ok").findings_total, 0u);
}

TEST(Findings, ComeOnceForEachLine) {
  const Meters meters = run("between blocks");
  EXPECT_EQ(meters.findings.size(), 1u);  // 32 threads race
}

}  // namespace
}  // namespace gridmark::tests
