#include "tests/report/example_alike.h"

namespace gridmark::report {
namespace {

constexpr const char* kernel =
    "__global__ void scale(const float* in, float* out, int n) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) out[i] = 2 * in[i];  // a line that is longer than half of a laptop's window, and much "
    "longer "
    "than a phone's\n"
    "}\n";

}  // namespace

AlikeLab example_alike() {
  using enum AlikeWork::Origin;
  AlikeLab lab{"lab9", "Lab <nine>", {"a.cu"}, {}, {}};
  const std::string often =
      "23 commits over 9 days, 2026-10-05 to 2026-10-14; at most 31 % of the lines at once on 2026-10-12 "
      "20:10 "
      "UTC";
  const std::string once = "1 commit, everything at once on 2026-10-14 23:51 UTC";
  lab.works = {{student, "ada", often, {std::string("// <b>mine</b>\n") + kernel}},
               {student, "<bo>", once, {std::string("\x1b[2J\n\n") + kernel}},
               {student, "a-student-with-a-name-as-long-as-an-address@university.example", once, {kernel}},
               {student, "dee", once, {kernel}},
               {solution, "course's solution", "", {kernel}},
               {earlier, "earlier: cy"}};
  lab.found.clusters = {{{0, 1, 2},
                         3,
                         0.874,
                         1,
                         {{0, 1, 1, 120, {{0, 2, 5}}, {{0, 3, 6}}},
                          {0, 2, 0.9, 110, {{0, 3, 4}}, {{0, 2, 3}}},
                          {1, 2, 0.874, 100, {{0, 4, 4}}, {{0, 2, 2}}}}},
                        {{3, 4}, 1, 0.7, 0.7, {{3, 4, 0.7, 80, {{0, 1, 1}}, {{0, 1, 1}}}}}};
  lab.found.common = {{0, {{0, 1, 2}, {0, 4, 5}}, 77, {0, 1, 2, 3}}, {3, {{0, 2, 2}}, 40, {1, 2, 3}}};
  return lab;
}

}  // namespace gridmark::report
