#include "emulation/counters/barrier_search.h"

#include <algorithm>
#include <unordered_map>

#include "emulation/counters/request.h"

namespace gridmark::counters {
namespace {

constexpr std::size_t most_words = 96;  ///< of a race
constexpr std::size_t most_gaps = 64;

std::uint8_t mask_of(const ThreadEvent& event, std::uint64_t word) {
  std::uint8_t mask = 0;
  for (unsigned byte = 0; byte < word_bytes; ++byte) {
    const std::uint64_t at = word * word_bytes + byte;
    if (at >= event.address && at < event.address + event.bytes) mask |= static_cast<std::uint8_t>(1 << byte);
  }
  return mask;
}

/// Words are sampled from all parts of an array, because each round of a loop can fill another part.
template <class Word>
std::vector<const Word*> from_all_over(const std::vector<const Word*>& words) {
  const std::size_t step = words.size() / most_words | 1;  // odd: not always the same column of a tile
  std::vector<const Word*> spread;
  for (std::size_t first = 0; first < step; ++first)
    for (std::size_t i = first; i < words.size(); i += step) spread.push_back(words[i]);
  return spread;
}

}  // namespace

BarrierSearch::BarrierSearch(const std::vector<ThreadEvent>& events, unsigned threads,
                             const std::vector<SeenRace>& races, StatementOf& statement_of)
    : events_(events), threads_(threads), races_(races), words_(races.size()) {
  for (const ThreadEvent& event : events_) leaves_.push_back(statement_of(event.pc));
  collect_words();
  collect_gaps(statement_of);
}

void BarrierSearch::collect_gaps(StatementOf& statement_of) {
  std::set<int> bodies;
  for (const SeenRace& race : races_)
    for (const void* pc : {race.earlier, race.later}) bodies.insert(statements_.body_of(statement_of(pc)));
  has_all_gaps_ = bodies.erase(no_statement) == 0;
  for (const int body : bodies)
    for (const Gap& gap : gaps_of(statements_, body)) gaps_.push_back(gap);
  if (gaps_.size() <= most_gaps) return;
  has_all_gaps_ = false;
  gaps_.resize(most_gaps);
}

/// Collects the words in which a race of the list occurs.
void BarrierSearch::collect_words() {
  std::set<const void*> racing;
  for (const SeenRace& race : races_) racing.insert(race.earlier), racing.insert(race.later);
  const auto for_each_word = [&](const ThreadEvent& event, auto visit) {
    if (event.is_step()) return;
    const std::uint64_t last = (event.address + event.bytes - 1) / word_bytes;
    for (std::uint64_t word = event.address / word_bytes; word <= last; ++word) visit(word);
  };
  std::map<std::uint64_t, Word> words;
  for (const ThreadEvent& event : events_)
    if (racing.contains(event.pc)) for_each_word(event, [&](std::uint64_t word) { words[word]; });
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const ThreadEvent& event = events_[i];
    for_each_word(event, [&](std::uint64_t number) {
      const auto word = words.find(number);
      if (word == words.end()) return;
      word->second.push_back({i, event.epoch, event.warp_epoch, event.thread, mask_of(event, number),
                              event.writes(), is_atomic(event.kind), event.pc, leaves_[i]});
    });
  }
  std::vector<const Word*> spread;
  for (const auto& [number, word] : words) spread.push_back(&word);
  spread = from_all_over(spread);
  for (std::size_t race = 0; race < races_.size(); ++race)
    for (const Word* word : spread)
      if (words_[race].size() < most_words && conflicts(*word, races_[race], {}, BarrierScope::block))
        words_[race].push_back(*word);
}

/// As in race.h, but for this race. Stores of equal values do not race, so two stores must be the reported
/// ones.
bool BarrierSearch::is_conflict(const Touch& write, const Touch& other, const SeenRace& race) const {
  if (write.thread == other.thread || write.epoch != other.epoch || !(write.mask & other.mask)) return false;
  if (write.atomic && other.atomic) return false;
  if (write.thread / warp_size == other.thread / warp_size && write.warp_epoch != other.warp_epoch)
    return false;
  if (write.writes && other.writes && !write.atomic && !other.atomic)
    return SeenRace{write.pc, other.pc} == race || SeenRace{other.pc, write.pc} == race;
  return write.pc == race.later || other.pc == race.later;
}

bool BarrierSearch::is_apart(const Touch& one, const Touch& other, const AllPasses& gaps,
                             BarrierScope scope) {
  if (scope == BarrierScope::warp && one.thread / warp_size != other.thread / warp_size) return false;
  return std::any_of(gaps.begin(), gaps.end(),
                     [&](const GapPasses* gap) { return gap->at(one.event) != gap->at(other.event); });
}

BarrierSearch::AllPasses BarrierSearch::passes(const std::vector<Gap>& gaps) {
  AllPasses all;
  for (const Gap& gap : gaps) all.push_back(&passes(gap));
  return all;
}

bool BarrierSearch::conflicts(const Word& word, const SeenRace& race, const std::vector<Gap>& gaps,
                              BarrierScope scope) {
  const AllPasses between = passes(gaps);
  for (const Touch& write : word) {
    if (!write.writes) continue;
    for (const Touch& other : word)
      if (is_conflict(write, other, race) && !is_apart(write, other, between, scope)) return true;
  }
  return false;
}

const GapPasses& BarrierSearch::passes(const Gap& gap) {
  const std::pair key(gap.compound, gap.index);
  if (const auto found = passes_.find(key); found != passes_.end()) return found->second;
  return passes_.emplace(key, GapPasses(statements_, gap, events_, leaves_, threads_)).first->second;
}

bool BarrierSearch::may_stand(const Gap& gap, BarrierScope scope) {
  return scope == BarrierScope::block ? passes(gap).in_step() : passes(gap).warps_in_step();
}

bool BarrierSearch::ends(std::size_t race, const std::vector<Gap>& gaps, BarrierScope scope) {
  return std::none_of(words_[race].begin(), words_[race].end(),
                      [&](const Word& word) { return conflicts(word, races_[race], gaps, scope); });
}

bool BarrierSearch::ends_all(const Numbers& races, const std::vector<Gap>& gaps, BarrierScope scope) {
  return std::all_of(races.begin(), races.end(), [&](std::size_t race) { return ends(race, gaps, scope); });
}

/// Returns one or two gaps if these are enough. Otherwise it removes gaps one by one while the rest is
/// enough.
std::vector<Gap> BarrierSearch::fewest(const Numbers& races, const std::vector<Gap>& from,
                                       BarrierScope scope) {
  for (std::size_t i = 0; i < from.size(); ++i)
    if (ends_all(races, {from[i]}, scope)) return {from[i]};
  for (std::size_t i = 0; i < from.size(); ++i)
    for (std::size_t j = i + 1; j < from.size(); ++j)
      if (ends_all(races, {from[i], from[j]}, scope)) return {from[i], from[j]};
  std::vector<Gap> kept = from;
  for (std::size_t i = kept.size(); i-- > 0;) {
    std::vector<Gap> fewer = kept;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (ends_all(races, fewer, scope)) kept = fewer;
  }
  return kept;
}

/// A write that remains unordered with an access of its statement, whichever gaps have barriers. If both
/// write, the write must be one of the race's, because a statement can set equal values.
const BarrierSearch::Touch* BarrierSearch::in_one_statement(std::size_t race, bool both_write) {
  const AllPasses between = passes(gaps_);
  for (const Word& word : words_[race])
    for (const Touch& write : word) {
      if (!write.writes || write.leaf == no_statement) continue;
      if (both_write && write.pc != races_[race].earlier && write.pc != races_[race].later) continue;
      for (const Touch& other : word)
        if (write.leaf == other.leaf && other.writes == both_write && write.thread != other.thread &&
            write.epoch == other.epoch && !is_apart(write, other, between, BarrierScope::block))
          return &write;
    }
  return nullptr;
}

/// The widest barrier that is allowed next to a statement.
BarrierScope BarrierSearch::scope_at(int statement) {
  const int compound = statements_[statement].parent;
  if (compound == no_statement || statements_[compound].kind != 'c') return BarrierScope::block;
  const auto& children = statements_[compound].children;
  const auto index = std::find(children.begin(), children.end(), statement) - children.begin();
  const Gap gap{compound, static_cast<int>(index)};
  return !passes(gap).in_step() && passes(gap).warps_in_step() ? BarrierScope::warp : BarrierScope::block;
}

/// Removes from `open` the races that barriers of this scope can end.
void BarrierSearch::advise(Numbers& open, BarrierScope scope, bool between_lines,
                           std::vector<BarrierAdvice>& advice) {
  std::vector<Gap> possible;
  for (const Gap& gap : gaps_)
    if (may_stand(gap, scope) && (!between_lines || line_before(statements_, gap) > 0))
      possible.push_back(gap);
  Numbers ended, rest;
  for (const std::size_t race : open) (ends(race, possible, scope) ? ended : rest).push_back(race);
  if (ended.empty()) return;
  const std::vector<Gap> chosen = fewest(ended, possible, scope);
  // A barrier of the warp in a place that also serves another race would not end that one.
  const bool warps_are_enough = ends_all(ended, chosen, BarrierScope::warp);
  for (const std::size_t race : ended) {
    const std::vector<Gap> its = fewest({race}, chosen, scope);
    advice[race] = {BarrierAdvice::Kind::barriers, scope, its, warps_are_enough};
  }
  open = rest;
}

/// Whether the statement only sets the word, "s = x", and does not change it, "s += x". For a loop's
/// statement the compiler may read and write next to the loop.
bool BarrierSearch::only_sets(const Touch& write, std::size_t race) const {
  const auto reads = [&](const Touch& touch) {
    if (touch.writes || touch.leaf == no_statement) return false;
    return touch.leaf == write.leaf || statements_.loop_around(touch.leaf) == write.leaf ||
           statements_.loop_around(write.leaf) == touch.leaf;
  };
  return std::none_of(words_[race].begin(), words_[race].end(),
                      [&](const Word& word) { return std::any_of(word.begin(), word.end(), reads); });
}

BarrierAdvice BarrierSearch::advice_without_gaps(std::size_t race) {
  if (const Touch* write = in_one_statement(race, true))
    return {only_sets(*write, race) ? BarrierAdvice::Kind::own_element : BarrierAdvice::Kind::one_element};
  if (const Touch* write = in_one_statement(race, false))
    return {BarrierAdvice::Kind::one_statement, scope_at(write->leaf)};
  if (ends(race, gaps_, BarrierScope::block)) return {BarrierAdvice::Kind::some_threads};
  return {has_all_gaps_ ? BarrierAdvice::Kind::no_place : BarrierAdvice::Kind::none};
}

/// Whether a statement of `race`, but not of `other`, sets the word for several threads.
bool BarrierSearch::is_set_by_many(const Word& word, const SeenRace& race, const SeenRace& other) const {
  std::map<const void*, std::set<unsigned>> setters;
  for (const Touch& touch : word)
    if (touch.writes && (touch.pc == race.earlier || touch.pc == race.later) && touch.pc != other.earlier &&
        touch.pc != other.later)
      setters[touch.pc].insert(touch.thread);
  return std::any_of(setters.begin(), setters.end(), [](const auto& of) { return of.second.size() > 1; });
}

/// `other` is a race that no barrier ends. Returns whether one of its elements is also in `race`, so that
/// barriers for `race` would not help.
bool BarrierSearch::needs_own_element(std::size_t race, std::size_t other) {
  const Touch* write = in_one_statement(other, true);
  const bool is_only_set = write != nullptr && only_sets(*write, other);
  return std::any_of(words_[other].begin(), words_[other].end(), [&](const Word& word) {
    return conflicts(word, races_[race], {}, BarrierScope::block) &&
           (is_only_set || is_set_by_many(word, races_[race], races_[other]));
  });
}

void BarrierSearch::spread(std::vector<BarrierAdvice>& advice) {
  using enum BarrierAdvice::Kind;
  for (std::size_t other = 0; other < advice.size(); ++other) {
    const bool updates = advice[other].kind == one_element;
    if (!updates && advice[other].kind != own_element) continue;
    for (std::size_t race = 0; race < advice.size(); ++race)
      if (advice[race].kind == barriers && needs_own_element(race, other))
        advice[race] = advice[other] = {updates ? own_sum : own_element};
  }
}

std::vector<BarrierAdvice> BarrierSearch::run() {
  std::vector<BarrierAdvice> advice(races_.size());
  Numbers open;
  for (std::size_t race = 0; race < races_.size(); ++race)
    if (!words_[race].empty()) open.push_back(race);
  for (const bool between_lines : {true, false})
    for (const BarrierScope scope : {BarrierScope::block, BarrierScope::warp})
      advise(open, scope, between_lines, advice);
  for (const std::size_t race : open) advice[race] = advice_without_gaps(race);
  spread(advice);
  return advice;
}

bool BarrierSearch::may_stand(const BarrierAdvice& advice) {
  return std::all_of(advice.gaps.begin(), advice.gaps.end(),
                     [&](const Gap& gap) { return may_stand(gap, advice.scope); });
}

bool BarrierSearch::confirms(const std::vector<BarrierAdvice>& advice) {
  for (std::size_t race = 0; race < advice.size(); ++race) {
    if (advice[race].kind != BarrierAdvice::Kind::barriers) continue;
    if (!may_stand(advice[race])) return false;
    const BarrierScope narrowest = advice[race].warp_is_enough ? BarrierScope::warp : advice[race].scope;
    if (!ends(race, advice[race].gaps, narrowest)) return false;
  }
  return true;
}

}  // namespace gridmark::counters
