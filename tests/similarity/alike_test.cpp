#include "grader/similarity/alike.h"

#include <gmock/gmock.h>

#include <fstream>
#include <numeric>
#include <regex>
#include <set>
#include <sstream>

#include "tests/similarity/honest_works.h"
#include "tests/similarity/made_up_code.h"

namespace gridmark::similarity {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::string replaced(std::string text, const std::vector<std::pair<std::string, std::string>>& words) {
  for (const auto& [from, to] : words) text = std::regex_replace(text, std::regex("\\b" + from + "\\b"), to);
  return text;
}

/// The usual ways to hide a copy: other names, comments, blanks and order of functions.
std::string well_disguised(const std::string& work) {
  std::string text = replaced(work, {{"sum", "accumulator"},
                                     {"row", "line"},
                                     {"out", "result"},
                                     {"i", "index"},
                                     {"threads", "n_threads"},
                                     {"axpy_kernel", "my_kernel"},
                                     {"m", "matrix"}});
  const auto half = text.find("__global__", text.find("__global__") + 1);
  text = text.substr(half) + "\n// written on my own\n" + text.substr(0, half);
  return std::regex_replace(text, std::regex(";\n"), ";  /* next */\n\n");
}

class AlikeTest : public testing::Test {
 protected:
  AlikeTest() { similarity_.add_given(given_code()); }
  void add(const std::string& text) { similarity_.add_work({text}); }
  void add_class() {
    for (const std::string& work : honest_works()) add(work);
  }
  /// Works that differ except for the obvious kernel, which is as long as two or three of the `kernels`.
  void add_honest(int works, int kernels = 3) {
    for (int i = 0; i < works; ++i) {
      std::string text = disguised(obvious_kernel(), next_);
      for (int j = 0; j < kernels; ++j) text += made_up_kernel(1000 * next_ + static_cast<unsigned>(j));
      ++next_;
      add(text);
    }
  }
  /// Disguised copies of one work. Each has `more` kernels that its owner wrote.
  void add_ring(int works, int more = 0) {
    for (int i = 0; i < works; ++i) {
      std::string text = obvious_kernel();
      for (unsigned j = 0; j < 4; ++j) text += made_up_kernel(900'000 + j);
      text = disguised(text, next_);
      for (int j = 0; j < more; ++j) text += made_up_kernel(1000 * next_ + static_cast<unsigned>(j));
      ++next_;
      add(text);
    }
  }
  /// The works of the only expected cluster.
  std::vector<std::size_t> ring() {
    const std::vector<AlikeCluster> clusters = similarity_.compare().clusters;
    EXPECT_THAT(clusters, SizeIs(1));
    return clusters.size() == 1 ? clusters[0].members : std::vector<std::size_t>();
  }
  Similarity similarity_;
  unsigned next_ = 0;
};

std::vector<std::size_t> first_works(std::size_t count) {
  std::vector<std::size_t> works(count);
  std::iota(works.begin(), works.end(), std::size_t{0});
  return works;
}

TEST_F(AlikeTest, TwentyWhoWroteApartAreNotNamed) {
  add_class();
  for (const AlikeCluster& cluster : similarity_.compare().clusters)
    for (const AlikePair& pair : cluster.pairs)
      ADD_FAILURE() << pair.a << " and " << pair.b << ": " << pair.share << ", " << pair.tokens << " tokens";
}

TEST_F(AlikeTest, ADisguisedCopyIsFoundInAClass) {
  add_class();
  add(well_disguised(honest_works()[0]));
  const auto found = similarity_.compare();
  ASSERT_THAT(found.clusters, SizeIs(1));
  const AlikePair& pair = found.clusters[0].pairs[0];
  EXPECT_EQ(pair.a, 0u);
  EXPECT_EQ(pair.b, 20u);
  EXPECT_GT(pair.share, 0.85);
}

TEST_F(AlikeTest, NamesThatBeginAsCudasOwnAreNamesAllTheSame) {
  const std::string work = honest_works()[6];
  add(work);
  add(std::regex_replace(work, std::regex(R"(\b(row|column|tile|sum|n|m|k|a|b|c|i|j)\b)"), "cuda_$1"));
  const auto found = similarity_.compare();
  ASSERT_THAT(found.clusters, SizeIs(1));
  EXPECT_GT(found.clusters[0].weakest, 0.95);
}

TEST_F(AlikeTest, FiveWhoShareOneWorkAreOneCluster) {
  add_class();
  for (int i = 0; i < 4; ++i) add(honest_works()[7]);
  const auto found = similarity_.compare();
  ASSERT_THAT(found.clusters, SizeIs(1));
  EXPECT_THAT(found.clusters[0].members, ElementsAre(7, 20, 21, 22, 23));
  EXPECT_EQ(found.clusters[0].all_pairs, 10u);
}

// A ring may be most of a class, or all of it.
TEST_F(AlikeTest, ARingIsFoundHoweverMuchOfTheClassItIs) {
  for (const auto& [copies, honest] :
       {std::pair(2, 0), {8, 4}, {9, 3}, {11, 1}, {12, 0}, {40, 260}, {150, 150}}) {
    SCOPED_TRACE(testing::Message() << copies << " copies, " << honest << " honest");
    add_ring(copies);
    add_honest(honest);
    EXPECT_EQ(ring(), first_works(static_cast<std::size_t>(copies)));
  }
}

TEST_F(AlikeTest, ARingIsFoundWhoseMembersEachWroteSomethingMore) {
  for (const auto& [copies, honest] : {std::pair(9, 3), {12, 18}, {40, 260}}) {
    SCOPED_TRACE(testing::Message() << copies << " copies, " << honest << " honest");
    add_ring(copies, 1);
    add_honest(honest);
    EXPECT_EQ(ring(), first_works(static_cast<std::size_t>(copies)));
  }
}

TEST_F(AlikeTest, TwoRingsAreTwoClusters) {
  for (int i = 0; i < 12; ++i) add(disguised(honest_works()[0], next_++));
  for (int i = 0; i < 10; ++i) add(disguised(honest_works()[6], next_++));
  const auto found = similarity_.compare();
  ASSERT_THAT(found.clusters, SizeIs(2));
  EXPECT_EQ(found.clusters[0].members, first_works(12));
  EXPECT_THAT(found.clusters[1].members, SizeIs(10));
}

// The opposite: half to three quarters of each work is the kernel that all students write.
TEST_F(AlikeTest, TheObviousKernelMakesNoPairHoweverLargeTheClass) {
  for (const int works : {9, 12, 40, 300})
    for (const int kernels : {1, 2}) {
      SCOPED_TRACE(testing::Message() << works << " works with " << kernels << " kernels more");
      add_honest(works, kernels);
      EXPECT_THAT(similarity_.compare().clusters, IsEmpty());
    }
}

// The same with so much of it that the closest pairs share as much as copies do: 73 to 85 % of each work.
TEST_F(AlikeTest, MuchObviousCodeMakesNoPair) {
  const std::string obvious = obvious_kernel() + made_up_kernel(900'000);
  for (const int works : {9, 12, 40, 150})
    for (const std::string& more : {std::string(), made_up_kernel(900'001)}) {
      SCOPED_TRACE(testing::Message() << works << " works with " << obvious.size() + more.size() << " bytes");
      for (int i = 0; i < works; ++i, ++next_) add(disguised(obvious + more, next_) + made_up_kernel(next_));
      EXPECT_THAT(similarity_.compare().clusters, IsEmpty());
    }
}

// Their work is a part of everyone's, and does not show anything about the others.
TEST_F(AlikeTest, UnfinishedWorksDoNotMakeTheObviousKernelAHint) {
  add_honest(12, 2);
  for (int i = 0; i < 5; ++i) add(disguised(obvious_kernel(), next_++));
  EXPECT_THAT(similarity_.compare().clusters, IsEmpty());
}

TEST_F(AlikeTest, HonestWorksStayApartBesideARing) {
  for (int i = 0; i < 9; ++i) add(disguised(honest_works()[3], next_++));
  for (std::size_t i = 0; i < 20; ++i)
    if (i != 3) add(honest_works()[i]);
  EXPECT_EQ(ring(), first_works(9));
}

// A ring reduces the sources of the obvious code by five, but all students still have it.
TEST_F(AlikeTest, AFewCopiesDoNotMakeTheObviousKernelAHint) {
  add_ring(5);
  add_honest(7, 1);
  EXPECT_EQ(ring(), first_works(5));
}

TEST_F(AlikeTest, EachMemberOfAClusterIsInAPairThatIsKept) {
  add_ring(40);
  const AlikeFindings found = similarity_.compare();
  ASSERT_THAT(found.clusters, SizeIs(1));
  EXPECT_EQ(found.clusters[0].all_pairs, 780u);
  EXPECT_THAT(found.clusters[0].pairs, SizeIs(39));
  std::set<std::size_t> kept;
  for (const AlikePair& pair : found.clusters[0].pairs) kept.insert({pair.a, pair.b});
  EXPECT_THAT(kept, SizeIs(40));
}

TEST_F(AlikeTest, CommonCodeIsListedWithThoseWhoHaveIt) {
  add_honest(12);
  add(made_up_kernel(4711));  // a work without it
  const AlikeFindings found = similarity_.compare();
  ASSERT_THAT(found.common, SizeIs(1));
  EXPECT_EQ(found.common[0].owners, first_works(12));
  EXPECT_EQ(found.common[0].example, 0u);
  EXPECT_GT(found.common[0].tokens, 200u);
  ASSERT_THAT(found.common[0].places, SizeIs(1));
  EXPECT_LE(found.common[0].places[0].first, 5);
}

// A ring that shares too little to be one source. Its code does not count for a pair, but the list shows its
// owners.
TEST_F(AlikeTest, WhatSomeOfTheClassShareIsListedApartFromWhatAllShare) {
  for (unsigned i = 0; i < 30; ++i) {
    std::string text = obvious_kernel();
    if (i < 10) text += made_up_kernel(900'000) + made_up_kernel(900'001);
    for (unsigned j = 0; j < 4; ++j) text += made_up_kernel(1000 * i + j);
    add(text);
  }
  const AlikeFindings found = similarity_.compare();
  EXPECT_THAT(found.clusters, IsEmpty());
  ASSERT_THAT(found.common, SizeIs(2));
  EXPECT_EQ(found.common[0].owners, first_works(10));
  EXPECT_THAT(found.common[1].owners, SizeIs(30));
}

TEST_F(AlikeTest, WorksFromElsewhereAreComparedWithTheClassAlone) {
  const std::string copied = made_up_kernel(1) + made_up_kernel(2);
  similarity_.add_outside({copied});
  similarity_.add_outside({copied});
  add(disguised(copied, 1));
  add(made_up_kernel(3) + made_up_kernel(4));
  const auto found = similarity_.compare();
  ASSERT_THAT(found.clusters, SizeIs(1));
  EXPECT_THAT(found.clusters[0].members, ElementsAre(0, 1, 2));
  EXPECT_EQ(found.clusters[0].all_pairs, 2u);
}

// Twenty earlier works with the obvious kernel do not make it common in a class of one. They do not make a
// class's work less of a copy.
TEST_F(AlikeTest, WorksFromElsewhereAreNoSources) {
  for (int i = 0; i < 20; ++i) similarity_.add_outside({obvious_kernel() + made_up_kernel(7)});
  add(disguised(obvious_kernel() + made_up_kernel(7), 1));
  EXPECT_THAT(ring(), SizeIs(21));
}

// The course's solution of a real lab, handed in by all twelve.
TEST_F(AlikeTest, AClassOfTwelveSolutionsIsOneCluster) {
  const auto text_of = [](const std::string& file) {
    std::ifstream stream(std::string(GRIDMARK_SOURCE_DIR "/") + file);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
  };
  const std::string name = "lab1-gpu-basics/benchmark.cu", solution = text_of("solutions/" + name);
  ASSERT_GT(solution.size(), 1000u);
  similarity_.add_given(text_of("starter/" + name));
  for (unsigned i = 0; i < 12; ++i) add(disguised(solution, i));
  EXPECT_EQ(ring(), first_works(12));
}

TEST_F(AlikeTest, WhatWasGivenIsNobodysWork) {
  add(given_code());
  add(given_code());
  EXPECT_THAT(similarity_.compare().clusters, IsEmpty());
}

TEST_F(AlikeTest, PlacesAreLinesOfEach) {
  const std::string work = honest_works()[6];
  add(work);
  add("\n\n\n" + work);
  const auto found = similarity_.compare();
  ASSERT_THAT(found.clusters, SizeIs(1));
  const AlikePair& pair = found.clusters[0].pairs[0];
  ASSERT_EQ(pair.places_a.size(), pair.places_b.size());
  EXPECT_EQ(pair.places_b[0].first, pair.places_a[0].first + 3);
  EXPECT_EQ(pair.places_b[0].last, pair.places_a[0].last + 3);
}

TEST_F(AlikeTest, AnyBytesAreRead) {
  std::string bytes;
  for (int i = 0; i < 5000; ++i) bytes += static_cast<char>((i * 37) % 256);
  add(bytes + "\"unfinished");
  add("/* without end");
  add("");
  add("'\\");
  EXPECT_THAT(similarity_.compare().clusters, IsEmpty());
}

TEST_F(AlikeTest, AClassWithoutWorksHasNothingAlike) {
  EXPECT_THAT(similarity_.compare().clusters, IsEmpty());
}

}  // namespace
}  // namespace gridmark::similarity
