#include "grader/written/plots.h"

#include <gtest/gtest.h>

#include "grader/written/pictures.h"

namespace gridmark::written {
namespace {

const std::string svg = "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0L1 1L2 2'/></svg>";

RequiredPlot plot() {
  using Kind = PlotFact::Kind;
  return {"results/s.svg",
          "results/s.csv",
          {"n", "cpu", "dev"},
          3,
          {{Kind::covers, "", "n", "", 0, "", {100, 200}},
           {Kind::rises, "cpu", "n", "", 0, "", {}},
           {Kind::crossover, "dev", "n", "cpu", 0, "cross", {}}}};
}

struct Handed {
  std::map<std::string, std::string> results{{"results/s.svg", svg},
                                             {"results/s.csv", "n,cpu,dev\n400,9,3\n100,1,2\n200,4,3\n"}};
  std::string report = "![x](results/s.svg)";
  DerivedValues derived;
  RequiredPlot wanted = plot();

  CheckedPlots checked() { return check_plots({wanted}, *read_markdown(report), results, derived); }
  WrittenCheck check() { return checked().check; }
  std::string first_reason() {
    const WrittenCheck found = check();
    return found.findings.empty() ? "no finding" : place_of(found) + found.findings[0].reason;
  }
  static std::string place_of(const WrittenCheck& found) {
    const Place& place = *found.findings[0].place;
    return place.file + ":" + std::to_string(place.line) + ": ";
  }
};

TEST(Plots, PictureDataAndFactsCountOneEach) {
  Handed handed;
  const WrittenCheck found = handed.check();
  EXPECT_EQ(found.required, 5);
  EXPECT_EQ(found.met, 5);
  EXPECT_EQ(handed.derived["cross"].value, 200);
  EXPECT_EQ(handed.derived["cross"].least, 100);
}

TEST(Plots, DataThatCanBeReadIsDrawnInTheOrderOfItsFirstColumn) {
  Handed handed;
  handed.report = "words";  // a missing picture still allows drawing
  EXPECT_EQ(handed.checked().drawn, (std::vector<PlottedData>{{"results/s.csv",
                                                               "n",
                                                               {100, 200, 400},
                                                               {{"cpu", {1, 4, 9}}, {"dev", {2, 3, 3}}},
                                                               {{"dev", "cpu", 200}}}}));
  handed.results["results/s.csv"] = "n,cpu,dev\n100,1,2\n200,1,3\n400,1,3\n";
  EXPECT_TRUE(handed.checked().drawn.at(0).crossovers.empty());
  handed.results["results/s.csv"] = "n,cpu,dev\n100,1,fast\n";
  EXPECT_TRUE(handed.checked().drawn.empty());
}

// A claim from doubtful data must wait with it.
TEST(Plots, WhatTheRunDoesNotSupportIsADoubtAndStillMet) {
  Handed handed;
  handed.results["results/s.svg"] = "<svg><rect width='9' height='9'/></svg>";
  WrittenCheck found = handed.check();
  EXPECT_EQ(found.met, 5);
  EXPECT_EQ(found.doubted, 1);
  EXPECT_EQ(found.doubts.at(0).place, (Place{"results/s.svg", 0}));
  EXPECT_EQ(handed.derived["cross"].doubted, "");

  handed.wanted.measured = {{"cpu", 1, 3, 1, 1e6}};
  found = handed.check();
  EXPECT_EQ(found.met, 5);
  EXPECT_EQ(found.doubted, 5);
  EXPECT_EQ(found.doubts.size(), 2u);
  EXPECT_EQ(handed.derived["cross"].doubted, "results/s.csv");
  const ClaimsBlock block = read_claims(read_markdown("```claims\ncross = 200\n```\n")->fences);
  const ComparedClaim claim{"cross", "", {}, {}, ClaimStanding::agrees, ""};
  const WrittenCheck claims = check_claims({claim}, block, handed.derived);
  EXPECT_EQ(claims.met, 1);
  EXPECT_EQ(claims.doubted, 1);
  EXPECT_EQ(claims.doubts.at(0).reason, "cross rests on results/s.csv, which waits for review");
}

TEST(Plots, TheReportShowsThePicture) {
  Handed handed;
  handed.report = "words";
  EXPECT_EQ(handed.first_reason(),
            "REPORT.md:0: the report does not show results/s.svg. Write ![a description](results/s.svg)");
  handed.report = "<img src=\"./results/s.svg\" width=\"400\">";
  EXPECT_EQ(handed.first_reason(), "no finding");
  handed.results.erase("results/s.svg");
  EXPECT_EQ(handed.first_reason(), "results/s.svg:0: the picture is missing");
}

TEST(Plots, WithoutDataNoFactHolds) {
  Handed handed;
  handed.results.erase("results/s.csv");
  const WrittenCheck found = handed.check();
  EXPECT_EQ(found.met, 1);
  EXPECT_EQ(found.required, 5);
  EXPECT_EQ(found.findings.at(0).reason, "the data of the plot is missing");
  EXPECT_FALSE(handed.derived.at("cross").known);
}

TEST(Plots, DataThatIsNoneIsNamedByPlace) {
  Handed handed;
  const auto reason = [&](const std::string& data) {
    handed.results["results/s.csv"] = data;
    return handed.first_reason();
  };
  EXPECT_EQ(reason("n,cpu,dev\n1,2,nan\n2,3,4\n3,4,5\n"),
            "results/s.csv:2: dev is \"nan\", expected a decimal number");
  EXPECT_EQ(reason("n,cpu,dev\n1,0x2,3\n"), "results/s.csv:2: cpu is \"0x2\", expected a decimal number");
  EXPECT_EQ(reason("n,cpu,dve\n1,2,3\n"),
            "results/s.csv:1: the column \"dev\" is missing; did you mean \"dve\"?");
  EXPECT_EQ(reason("n,cpu,dev\n1,2,3\n"), "results/s.csv:0: has 1 row of data, expected at least 3");
  EXPECT_EQ(reason("n,cpu,dev\n1,2\n"),
            "results/s.csv:2: column 3: found 2 cells, expected 3 as in the first row. Text with commas "
            "needs quotes");
  EXPECT_EQ(reason(std::string(100'000, ',')), "results/s.csv:1: column 65: found more than 64 columns");
}

TEST(Plots, FactsAreRecomputed) {
  Handed handed;
  const auto reason = [&](const std::string& data) {
    handed.results["results/s.csv"] = data;
    return handed.first_reason();
  };
  EXPECT_EQ(reason("n,cpu,dev\n100,1,2\n300,4,3\n400,9,3\n"),
            "results/s.csv:0: no row has 200 in the column n");
  EXPECT_EQ(
      reason("n,cpu,dev\n100,5,2\n200,4,3\n400,9,3\n"),
      "results/s.csv:3: cpu goes from 5 to 4 where n goes from 100 to 200, expected that it never falls");
  EXPECT_EQ(reason("n,cpu,dev\n100,1,2\n200,4,3\n400,9,30\n"),
            "results/s.csv:4: dev is above cpu at the largest n, expected that it falls below before");
}

TEST(Pictures, AnSvgIsReadAndNeverRun) {
  EXPECT_EQ(picture_problem("a.svg", svg), "");
  EXPECT_EQ(picture_problem("a.svg", "<svg><svg:script xmlns:svg='x'>1</svg:script></svg>"),
            "holds an element <script>");
  EXPECT_EQ(picture_problem("a.svg", "<svg><path onclick='x()'/></svg>"), "holds a script (onclick)");
  EXPECT_EQ(picture_problem("a.svg", "<svg><image href='http://x/y'/><path/></svg>"),
            "loads something from elsewhere");
  EXPECT_EQ(picture_problem("a.svg", "<svg><text>fig</text></svg>"), "draws nothing");
  EXPECT_EQ(picture_problem("a.svg", "<html/>"), "is no SVG: its first element is not <svg>");
  EXPECT_TRUE(picture_problem("a.svg", "not a picture").starts_with("is no SVG: "));
  EXPECT_TRUE(picture_problem("a.svg", "").starts_with("is no SVG: "));
}

TEST(Pictures, DepthIsNoStack) {
  std::string deep = "<svg>";
  for (int i = 0; i < 100'000; ++i) deep += "<g>";
  deep += "<path/>";
  for (int i = 0; i < 100'000; ++i) deep += "</g>";
  EXPECT_EQ(picture_problem("a.svg", deep + "</svg>"), "");
}

// One grey pixel.
const std::string png(
    "\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00"
    "\x00"
    "\x00\x00\x3a\x7e\x9b\x55\x00\x00\x00\x0a\x49\x44\x41\x54\x78\xda\x63\x68\x00\x00\x00\x82\x00\x81\xda\x45"
    "\x08"
    "\x3b\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82",
    67);

TEST(Pictures, APngIsReadChunkByChunk) {
  EXPECT_EQ(picture_problem("a.png", png), "");
  EXPECT_EQ(picture_problem("a.png", svg), "is no PNG: it does not begin as one");
  for (std::size_t length = 8; length < png.size(); ++length)
    EXPECT_NE(picture_problem("a.png", png.substr(0, length)), "") << length;
  std::string damaged = png;
  damaged[45] ^= 1;
  EXPECT_EQ(picture_problem("a.png", damaged), "is a damaged PNG: a checksum is wrong");
}

}  // namespace
}  // namespace gridmark::written
