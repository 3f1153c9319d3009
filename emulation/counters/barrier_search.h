#pragma once
// Search for barriers that would end the races of a block. Gaps are tested on its trace (barrier_passes.h). A
// set is good if all threads pass its gaps in step, and no two accesses of a race remain unordered.
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "emulation/counters/barrier_passes.h"

namespace gridmark::counters {

/// A race within a block that was found, identified by its instructions.
struct SeenRace {
  const void* earlier;
  const void* later;
  auto operator<=>(const SeenRace&) const = default;
};

enum class BarrierScope { block, warp };

/// Result for one race.
struct BarrierAdvice {
  enum class Kind {
    none,           ///< not understood
    barriers,       ///< in all of `gaps`
    one_element,    ///< a statement updates an element for several threads
    one_statement,  ///< a statement reads elements that it writes for other threads, so no gap is between
    some_threads,   ///< only some threads pass the gaps between
    no_place,       ///< no gap of the function is between
    own_element,    ///< a statement sets an element for several threads
    own_sum         ///< the same, and another statement updates it
  };
  Kind kind = Kind::none;
  BarrierScope scope = BarrierScope::block;
  std::vector<Gap> gaps = {};
  bool warp_is_enough = false;  ///< the same gaps with barriers of the warp
};

class BarrierSearch {
 public:
  BarrierSearch(const std::vector<ThreadEvent>& events, unsigned threads, const std::vector<SeenRace>& races,
                StatementOf& statement_of);

  /// Results for each of the races. `none` for those that this block does not have.
  std::vector<BarrierAdvice> run();
  bool has(std::size_t race) const { return !words_[race].empty(); }
  /// Whether all threads can reach these barriers.
  bool may_stand(const BarrierAdvice& advice);
  /// Whether the result from another block also holds in this one.
  bool confirms(const std::vector<BarrierAdvice>& advice);

 private:
  /// An access that can be part of a race.
  struct Touch {
    std::size_t event;
    std::uint32_t epoch, warp_epoch;
    unsigned thread;
    std::uint8_t mask;  ///< bytes of the word
    bool writes, atomic;
    const void* pc;
    int leaf;
  };
  using Word = std::vector<Touch>;
  using Numbers = std::vector<std::size_t>;

  void collect_words();
  void collect_gaps(StatementOf& statement_of);
  using AllPasses = std::vector<const GapPasses*>;
  const GapPasses& passes(const Gap& gap);
  AllPasses passes(const std::vector<Gap>& gaps);
  bool may_stand(const Gap& gap, BarrierScope scope);
  bool is_conflict(const Touch& write, const Touch& other, const SeenRace& race) const;
  static bool is_apart(const Touch& one, const Touch& other, const AllPasses& gaps, BarrierScope scope);
  bool conflicts(const Word& word, const SeenRace& race, const std::vector<Gap>& gaps, BarrierScope scope);
  bool ends(std::size_t race, const std::vector<Gap>& gaps, BarrierScope scope);
  bool ends_all(const Numbers& races, const std::vector<Gap>& gaps, BarrierScope scope);
  std::vector<Gap> fewest(const Numbers& races, const std::vector<Gap>& from, BarrierScope scope);
  const Touch* in_one_statement(std::size_t race, bool both_write);
  bool only_sets(const Touch& write, std::size_t race) const;
  BarrierScope scope_at(int statement);
  void advise(Numbers& open, BarrierScope scope, bool between_lines, std::vector<BarrierAdvice>& advice);
  BarrierAdvice advice_without_gaps(std::size_t race);
  bool is_set_by_many(const Word& word, const SeenRace& race, const SeenRace& other) const;
  bool needs_own_element(std::size_t race, std::size_t other);
  void spread(std::vector<BarrierAdvice>& advice);

  const std::vector<ThreadEvent>& events_;
  unsigned threads_;
  const std::vector<SeenRace>& races_;
  const Statements& statements_ = Statements::of_program();
  std::vector<int> leaves_;
  std::vector<Gap> gaps_;
  bool has_all_gaps_ = true;
  std::map<std::pair<int, int>, GapPasses> passes_;
  std::vector<std::vector<Word>> words_;  ///< words of each race
};

}  // namespace gridmark::counters
