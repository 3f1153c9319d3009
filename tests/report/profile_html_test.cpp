#include "grader/report/profile_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::report {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Profiled {
  std::vector<CallProfile> calls, reference;
  TestRun run;
  std::string html() const { return print_profile_html({calls, reference, run}); }
};

/// Line 2 uses 32 sectors although 4 would be enough. Line 3 costs half as much as line 2.
Profiled profiled() {
  Profiled all;
  all.run.title = "GPU <basics>";
  all.run.submission = "alice";
  all.run.sources["a.cu"] = "void f() {\n  c[i * n] = <0>;\n  d = s[x];\n}\n\n\n\n\n\n\n\n\n  e = 1;\n";
  CallProfile call;
  call.operation = "f";
  call.call = "f(n=<8>)";
  const auto line = [](int number, const GlobalCounts& stores, const SharedCounts& shared) {
    LineCounts counts;
    counts.place.file = "a.cu", counts.place.line = number;
    counts.kernel = "k", counts.stores = stores, counts.shared = shared;
    return counts;
  };
  call.lines.push_back(line(2, {10, 320, 40, 1280}, {}));
  call.lines.push_back(line(3, {}, {10, 160, 10}));
  call.lines.push_back(line(4, {}, {}));
  all.calls.push_back(call);
  return all;
}

TEST(ProfileHtml, TheDearestLineIsTheHottestAndOthersAreMeasuredByIt) {
  const std::string html = profiled().html();
  EXPECT_THAT(html, HasSubstr("width:100.0%;opacity:1.00\"></span></td><td class=\"number dear\">320</td>"));
  EXPECT_THAT(html, HasSubstr("width:50.0%;opacity:0.65\"></span></td><td class=\"number dear\">160</td>"));
}

TEST(ProfileHtml, AWarpsRequestIsDrawnAsItsSectors) {
  const std::string html = profiled().html();
  EXPECT_THAT(html, HasSubstr("aria-label=\"32 sectors touched, 4 needed\""));
  std::size_t needed = 0, more = 0;
  for (std::size_t at = 0; (at = html.find("<rect class=\"needed\"", at)) != html.npos; ++at) ++needed;
  for (std::size_t at = 0; (at = html.find("<rect class=\"more\"", at)) != html.npos; ++at) ++more;
  EXPECT_EQ(needed, 4U);
  EXPECT_EQ(more, 28U);
}

TEST(ProfileHtml, ConflictsAreWavefrontsOverThoseWithout) {
  EXPECT_THAT(profiled().html(), HasSubstr("<td class=\"number dear\">16</td><td><code>  d = s[x];</code>"));
}

TEST(ProfileHtml, ShowsTheLinesAroundAndNoOthers) {
  const std::string html = profiled().html();
  EXPECT_THAT(html, HasSubstr("<code>void f() {</code>"));
  EXPECT_THAT(html, Not(HasSubstr("e = 1;")));
}

TEST(ProfileHtml, EscapesWhatAStudentWrote) {
  const std::string html = profiled().html();
  EXPECT_THAT(html, HasSubstr("c[i * n] = &lt;0&gt;;"));
  EXPECT_THAT(html, HasSubstr("GPU &lt;basics&gt;"));
  EXPECT_THAT(html, HasSubstr("f(n=&lt;8&gt;)"));
}

TEST(ProfileHtml, SaysWhenNothingWasCounted) {
  Profiled none = profiled();
  none.calls.clear();
  EXPECT_THAT(none.html(), HasSubstr("nothing was counted"));
}

}  // namespace
}  // namespace gridmark::report
