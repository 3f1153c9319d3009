#pragma once
// Theory of operation
// A work is its tokens; a gram is a number of tokens in a row. A pair is named by the part of the smaller
// work's own code that the other work has too, in any order. Own code excludes two things: code that the
// course gave (starter, API, code in the handout; not the solution), and common grams, which many of the
// class wrote.
//
// The problem with common grams is a ring: nine copies in a class of twelve are many works, but one source.
// So sources are counted, not works. Works with nearly the same code are near copies, and each of n near
// copies counts as 1/n of a source. (The same weights keep near-identical proteins from counting twice:
// Morcos et al., "Direct-coupling analysis of residue coevolution", PNAS 2011.) A ring is one source however
// much of the class it is, so its grams stay own code and its pairs are found. The obvious tiled kernel, in
// works that differ elsewhere, still has as many sources as works, so it is common and no pair is named for
// it.
//
// Near copies are decided before any gram is common, so the obvious code counts there. Three rules keep
// honest works apart:
// - The share is of the larger work's code. An unfinished work that has only the obvious kernel is contained
//   in every other one, and is a near copy of none.
// - The share that is needed grows with the part of the class that may be copies, from 70 % for a few works
//   to 85 % for the whole class: code that everybody writes the same way can be much of every work. Half of
//   them must reach it, so that chance does not make copies of the closest pairs of an honest class. Where
//   they do not, only works that share 90 % are near copies.
// - Nothing is transitive: a chain of works, each near the next, does not become one source.
// Pairs that are found do not make further near copies. In a class with few sources that step would make
// common grams own, which makes pairs, which makes more grams own.
//
// Copies must not make the obvious code own code, either, in a class of ten: there a few of them leave less
// sources than makes a gram common. So many works must have it, and three quarters as many sources. Where
// the sources are fewer still, no gram is common, because there is too little to show what is obvious. A pair
// is then named where the obvious code is most of a work.
//
// A ring can be missed where its members share less than that: then its code may be common, and counts for
// no pair. Therefore common code is a finding as well, with the works that have it, and the page lists it.
//
// The course's solution and works of earlier terms are compared with the class, not with each other, and
// are no sources: code that many students have in common with them is common as it would be without them.
//
// For speed, winnowing (Schleimer, Wilkerson, Aiken: "Winnowing: local algorithms for document
// fingerprinting", SIGMOD 2003) keeps the smallest gram of each window, which finds every shared stretch of
// at least gram + window - 1 tokens; pairs that share one are then compared gram by gram.
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

  /// Code that everybody was given.
  void add_given(std::string_view source);
  /// The next work of the class: its files, in the same order for each work. Texts are not kept.
  void add_work(const std::vector<std::string>& files) { add(files, true); }
  /// The next work, from elsewhere: it is compared with those of the class.
  void add_outside(const std::vector<std::string>& files) { add(files, false); }

  /// Takes the works, which count from 0 in the order in which they were added.
  AlikeFindings compare();

 private:
  void add(const std::vector<std::string>& files, bool of_class);
  std::vector<std::uint64_t> grams_of(const std::vector<SourceToken>& tokens) const;

  SimilarityLimits limits_;
  std::unordered_set<std::uint64_t> given_;
  std::vector<HashedWork> works_;
};

}  // namespace gridmark::similarity
