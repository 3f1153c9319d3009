#include "tests/report/example_race.h"

#include "tests/report/example_parts.h"

namespace gridmark {
namespace {

const std::string race_words =
    "race in shared memory: thread (0,1,0) of block (0,0,0) reads 4 bytes of tile at benchmark.cu:61 while "
    "thread "
    "(0,0,0) may be writing it at benchmark.cu:58; put __syncthreads() between line 58 and line 61";

Cause race() {
  return {Cause::Kind::race,
          race_words,
          {{"benchmark.cu", 58, "thread (0,0,0)", "block (0,0,0)", true},
           {"benchmark.cu", 61, "thread (0,1,0)", "block (0,0,0)", false}}};
}

/// A product of 40 x 72. Its last rows and columns are wrong, and some elements were never written.
WrongElements wrong_edges() {
  WrongElements seen{"c", 40, 72, 2, 4, {}, {}, 16, 16};
  for (int row = 0; row < 20; ++row)
    for (int column = 0; column < 18; ++column) {
      const bool below = row >= 16, right = column >= 16;
      seen.wrong.push_back(below ? 8 : right ? 3 : 0);
      seen.unwritten.push_back(below && right ? 8 : 0);
    }
  return seen;
}

TestResult failed_test(std::string name, std::string reason, int line) {
  TestResult test{
      std::move(name), Outcome::wrong_answer, std::move(reason), Place{"benchmark.cu", line}, "", 0.25};
  return test;
}

}  // namespace

GradeRecord one_race() {
  GradeRecord record = frame(2, 12);
  record.criteria = {{"kernels", "Correct kernels", 2, 6}, {"memory", "Memory", 0, 6}};
  const Place at{"benchmark.cu", 61};
  const std::string seen =
      "matmul_tiled(m=40, n=72, k=33): c[32][0] is 3, expected 3.5; 720 of 2880 elements are off";
  ItemScore tiled =
      failed(item("tiled_correct", "matmul_tiled is right", "kernels", 0, 2), Outcome::wrong_answer,
             seen + ". A counted run shows why: " + race_words + " (and 1 more of 3 tests fails)", at);
  tiled.tests = {"MatmulTiled.Ragged", "MatmulTiled.Square"};
  tiled.cause = race();
  ItemScore naive = failed(
      item("naive_correct", "matmul_naive is right", "kernels", 0, 2), Outcome::wrong_answer,
      "matmul_naive(m=4, n=4, k=4): it is the transpose of the right answer", Place{"benchmark.cu", 30});
  naive.cause = Cause{Cause::Kind::matched_mistake, "it is the transpose of the right answer", {}};
  ItemScore hazards = failed(item("no_hazards", "no kernel has a hazard", "memory", 0, 3), Outcome::passed,
                             "matmul_tiled: " + race_words + "; 4 kernels or more earns all 3 points", at);
  hazards.cause = race();
  ItemScore conflicts = failed(item("conflicts", "no bank conflicts", "memory", 0, 3), Outcome::wrong_answer,
                               "needs full points in tiled_correct first", at);
  conflicts.unmet_need = "tiled_correct";
  record.items = {item("regtile", "matmul_regtile is right", "kernels", 2, 2), naive, tiled, hazards,
                  conflicts};
  record.tests = {failed_test("MatmulTiled.Ragged", seen, 61),
                  failed_test("MatmulTiled.Square", "c[0][0] is 1", 66)};
  record.tests[0].cause = race();
  record.tests[0].wrong = wrong_edges();
  record.tests[0].fixes = {
      {{"benchmark.cu", 59}, "__syncthreads();"},
      {{"benchmark.cu", 60}, "for (int i = 0; i < T; i++)", "for (int i = 0; i < T; ++i)"}};
  record.excerpts = {
      {"benchmark.cu",
       56,
       {"  for (int t = 0; t < tiles; ++t) {", "    // fill", "    tile[ty][tx] = a[row * k + t * T + tx];",
        "    tile_b[ty][tx] = b[(t * T + ty) * n + column];", "    for (int i = 0; i < T; ++i)",
        "      sum += tile[ty][i] * tile_b[i][tx];", "    __syncthreads();", "  }"}}};
  return record;
}

}  // namespace gridmark
