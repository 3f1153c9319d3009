#pragma once
// Theory of operation
// A work is a list of tokens. A gram is a fixed number of successive tokens. The share of a pair is the part
// of the smaller work's own code that the other work has too, in any order. Own code excludes two things:
// code that the course gave (starter, API, code in the handout, but not the solution), and common grams,
// which many students of the class wrote.
//
// The problem with common grams is a ring: nine copies in a class of twelve are many works, but one source.
// So sources are counted, not works. Works with nearly the same code are near copies, and each of n near
// copies counts as 1/n of a source. (The same weights keep near-identical proteins from counting twice:
// Morcos et al., "Direct-coupling analysis of residue coevolution", PNAS 2011.) A ring of any size is one
// source, so its grams stay own code and its pairs are found. The obvious tiled kernel, in works that differ
// elsewhere, still has as many sources as works, so it is common and does not make a pair.
//
// Near copies are decided before any gram is common, so the obvious code counts there. Three rules keep
// honest works apart:
// - The share is of the larger work's code. An unfinished work that has only the obvious kernel is contained
//   in every other work, but is not a near copy of any.
// - The needed share grows with the part of the class that may be copies, from 70 % for a few works to 85 %
//   for the whole class, because code that everybody writes the same way can be much of every work. Half of
//   these works must reach it, so that chance does not make copies of the closest pairs of an honest class.
//   If they do not, only works that share 90 % are near copies.
// - Near copies are not transitive: a chain of works, each near the next, does not become one source.
// Found pairs do not make further near copies. In a class with few sources that step would turn common grams
// into own ones, which makes pairs, which makes more grams own.
//
// Copies must also not make the obvious code own code. In a class of ten, a few copies leave fewer sources
// than a common gram needs. So a gram is common if enough works have it, and three quarters as many sources.
// With even fewer sources no gram is common, because there is too little evidence of obvious code. A pair is
// then named if the obvious code is most of a work.
//
// A ring can be missed if its members share less than these limits. Its code may then be common, which counts
// for no pair. So common code is a finding as well, and the page lists it with the works that have it.
//
// The course's solution and works of earlier terms are compared with the class, not with each other. They are
// not sources: code that many students share with them is common as it would be without them.
//
// For speed, winnowing (Schleimer, Wilkerson, Aiken: "Winnowing: local algorithms for document
// fingerprinting", SIGMOD 2003) keeps the smallest gram of each window. It finds every shared stretch of at
// least gram + window - 1 tokens. Pairs that share such a gram are then compared gram by gram.
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "grader/core/alike_pair.h"
#include "grader/similarity/gram_table.h"
#include "grader/similarity/similarity_limits.h"
#include "grader/similarity/tokens.h"

namespace gridmark::similarity {

class Similarity {
 public:
  explicit Similarity(SimilarityLimits limits = {}) : limits_(limits) {}

  /// Adds code that every student got.
  void add_given(std::string_view source);
  /// Adds the next work of the class: its files, in the same order for each work. Texts are not kept.
  void add_work(const std::vector<std::string>& files) { add(files, true); }
  /// Adds the next work from elsewhere. It is compared with those of the class.
  void add_outside(const std::vector<std::string>& files) { add(files, false); }

  /// Compares and consumes the works. Their numbers count from 0 in the order in which they were added.
  AlikeFindings compare();

 private:
  void add(const std::vector<std::string>& files, bool of_class);
  std::vector<std::uint64_t> grams_of(const std::vector<SourceToken>& tokens) const;

  SimilarityLimits limits_;
  std::unordered_set<std::uint64_t> given_;
  std::vector<HashedWork> works_;
};

}  // namespace gridmark::similarity
