#include "emulation/counters/barrier_advice.h"

#include <algorithm>

#include "emulation/engine/source_place.h"

namespace gridmark::counters {
namespace {

const char* barrier_of(BarrierScope scope) {
  return scope == BarrierScope::block ? "__syncthreads()" : "__syncwarp()";
}

/// "after a.cu:9, at the end of the loop's body"
std::string text_of_gap(const Gap& gap, const std::string& file) {
  const Statements& statements = Statements::of_program();
  const Statement& compound = statements[gap.compound];
  const int line = line_before(statements, gap);
  if (line == 0) {
    const std::size_t behind = std::min(static_cast<std::size_t>(gap.index), compound.children.size() - 1);
    return "between the statements of " + file + ':' +
           std::to_string(statements[compound.children[behind]].line);
  }
  std::string text = "on a new line after " + file + ':' + std::to_string(line);
  if (compound.parent == no_statement) return text;
  const char* const body = statements[compound.parent].kind == 'l' ? " of the loop's body" : " of the branch";
  if (gap.index == 0) text += std::string(", at the start") + body;
  if (static_cast<std::size_t>(gap.index) == compound.children.size())
    text += std::string(", at the end") + body;
  return text;
}

/// A missing barrier.
struct Barrier {
  BarrierScope scope;
  Gap gap;
  std::string file;
};

std::string barriers_text(const std::vector<Barrier>& barriers) {
  std::string text;
  std::vector<std::string> places;
  const Barrier* last = nullptr;
  for (const Barrier& barrier : barriers) {
    const std::string place = text_of_gap(barrier.gap, barrier.file);
    if (std::find(places.begin(), places.end(), place) != places.end()) continue;
    const bool another = last != nullptr && last->scope == barrier.scope;
    text += last == nullptr ? "put " : ", and ";
    text += (another ? "another" : barrier_of(barrier.scope)) + (' ' + place);
    places.push_back(place);
    last = &barrier;
  }
  return text;
}

/// None if a barrier would be in the middle of a line.
std::vector<emulation::Fix> fixes_of(const std::vector<Barrier>& barriers) {
  std::vector<emulation::Fix> fixes;
  for (const Barrier& barrier : barriers) {
    const int line = line_before(Statements::of_program(), barrier.gap);
    if (line == 0) return {};
    fixes.push_back({{barrier.file, line}, std::string(barrier_of(barrier.scope)) + ';'});
  }
  return fixes;
}

std::string one_statement_text(const BarrierAdvice& advice) {
  const std::string barrier = barrier_of(advice.scope);
  return "the statement reads elements that other threads write in it: read into a variable, call " +
         barrier + ", write the element, and call " + barrier + " again before the next read";
}

const char* const one_element_text =
    "several threads change the same element here, and one overwrites the work of the other: use an atomic "
    "function, such as atomicAdd(), or give each thread its own element";

std::string own_element_text(Space space, bool is_sum) {
  const bool shared = space == Space::shared;
  std::string text =
      "several threads write the same element in one statement, and no barrier comes between them: give each "
      "thread its own (";
  text += shared ? "a variable without __shared__" : "a local variable";
  text += ", or a separate index), or ";
  if (!is_sum) return text + "let one thread write it";
  text += "where one total of all threads is meant, ";
  text += shared ? "let one thread set it and call __syncthreads()" : "set it before the launch";
  return text + ", and add with atomicAdd()";
}

/// No barrier reaches threads of other blocks.
std::string text_between_blocks(const BarrierAdvice& advice) {
  if (advice.kind == BarrierAdvice::Kind::one_element) return one_element_text;
  if (advice.kind == BarrierAdvice::Kind::own_element) return own_element_text(Space::global, false);
  if (advice.kind == BarrierAdvice::Kind::own_sum) return own_element_text(Space::global, true);
  if (advice.kind == BarrierAdvice::Kind::one_statement)
    return "the statement reads elements that other threads write in it: write the results to another array, "
           "which no thread of this kernel reads";
  return "";
}

const char* const some_threads_text =
    "a barrier is missing between the two accesses, but only some threads of the block come there, and all "
    "threads must reach __syncthreads(): end the branch or the loop before the barrier and begin it again "
    "after "
    "the barrier, and let no thread return before it";

const char* const no_place_text =
    "a barrier at no place of this function orders the two accesses: give each thread its own elements, "
    "or "
    "let one thread do both";

/// Advice for all results but barriers.
std::string text_of(const BarrierAdvice& advice, Space space) {
  switch (advice.kind) {
    case BarrierAdvice::Kind::one_element:
      return one_element_text;
    case BarrierAdvice::Kind::own_element:
      return own_element_text(space, false);
    case BarrierAdvice::Kind::own_sum:
      return own_element_text(space, true);
    case BarrierAdvice::Kind::one_statement:
      return one_statement_text(advice);
    case BarrierAdvice::Kind::some_threads:
      return some_threads_text;
    case BarrierAdvice::Kind::no_place:
      return no_place_text;
    case BarrierAdvice::Kind::none:
    case BarrierAdvice::Kind::barriers:
      break;
  }
  return {};
}

bool is_more_than_barriers(const BarrierAdvice& advice) {
  return advice.kind > BarrierAdvice::Kind::barriers;
}

/// The races of a kernel, those of one line first, because a line has one finding even if several of its
/// instructions race.
class LineAdvice {
 public:
  LineAdvice(const std::vector<Findings::BlockRace>& races, const std::vector<BarrierAdvice>& advice,
             const emulation::SourcePlace& place) {
    for (const bool here : {true, false})
      for (std::size_t race = 0; race < advice.size(); ++race)
        if (is_at(races[race], place) == here) take(races[race], advice[race], here);
  }

  /// The advice, among those for the line's races, that changes the source most.
  const BarrierAdvice& own() const { return own_; }

  /// Includes the barriers for the kernel's other races, because a program with half of them is still wrong.
  Findings::Advice barriers() const {
    std::string text = barriers_text(barriers_);
    if (warp_is_enough_) text += ", or __syncwarp(), as only threads of one warp share the data";
    if (rest_.empty()) return {text, "", fixes_of(barriers_)};
    return {text + ". This does not end the race at " + rest_, "", {}};
  }

 private:
  static bool is_at(const Findings::BlockRace& race, const emulation::SourcePlace& place) {
    const emulation::SourcePlace its = emulation::source_place(race.later);
    return its.line == place.line && its.file == place.file;
  }

  void take(const Findings::BlockRace& race, const BarrierAdvice& advice, bool here) {
    if (here && advice.kind > own_.kind) own_ = advice;
    const emulation::SourcePlace place = emulation::source_place(race.later);
    if (!here && is_more_than_barriers(advice) && rest_.empty())
      rest_ = place.file + ':' + std::to_string(place.line);
    if (advice.kind != BarrierAdvice::Kind::barriers) return;
    warp_is_enough_ &= advice.scope == BarrierScope::block && advice.warp_is_enough;
    for (const Gap& gap : advice.gaps) add({advice.scope, gap, file_of(race, gap)});
  }

  /// Where a barrier of the warp is allowed, a wider one may not be. If both are allowed, the wider one does
  /// both.
  void add(const Barrier& barrier) {
    const auto known = std::find_if(barriers_.begin(), barriers_.end(),
                                    [&](const Barrier& one) { return one.gap == barrier.gap; });
    if (known == barriers_.end()) return barriers_.push_back(barrier);
    if (barrier.scope == BarrierScope::block) known->scope = BarrierScope::block;
  }

  /// The two accesses can be in different functions.
  static std::string file_of(const Findings::BlockRace& race, const Gap& gap) {
    const Statements& statements = Statements::of_program();
    const emulation::SourcePosition earlier = emulation::source_position(race.earlier);
    const int body = statements.body_of(statements.innermost(earlier));
    return body == statements.body_of(gap.compound) ? earlier.place.file
                                                    : emulation::source_place(race.later).file;
  }

  BarrierAdvice own_;
  std::vector<Barrier> barriers_;
  bool warp_is_enough_ = true;
  std::string rest_;  ///< place of a race that barriers do not end
};

}  // namespace

void BarrierAdvisor::enter_launch(std::uint16_t kernel, std::uint32_t blocks, unsigned threads) {
  kernel_ = kernel;
  blocks_ = blocks;
  threads_ = threads;
  traced_ = 0;
  ++kernels_[kernel].launches;
}

/// The first block shows most races. The last one has the threads that leave early.
bool BarrierAdvisor::wants(std::uint32_t block) {
  const Kernel& kernel = kernels_[kernel_];
  if (threads_ < 2 || kernel.studied >= most_studied) return false;
  const bool is_early = traced_ < (kernel.races.empty() ? 1u : 4u);
  const bool is_due =
      !kernel.races.empty() || kernel.launches <= 8 || (kernel.launches & (kernel.launches - 1)) == 0;
  const bool is_open = kernel.advice.size() < kernel.races.size();
  const bool is_last = !kernel.races.empty() && block + 1 == blocks_;
  if (!(is_early && is_due) && !is_open && !is_last) return false;
  ++traced_;
  return true;
}

void BarrierAdvisor::block_ends(const ThreadTrace* trace) {
  Kernel& kernel = kernels_[kernel_];
  for (const Findings::BlockRace& race : findings_.take_block_races()) {
    kernel.races.push_back(race);
    kernel.seen.push_back({race.earlier, race.later});
  }
  if (!kernel.races.empty() && trace != nullptr && !trace->is_empty()) study(kernel, *trace);
}

void BarrierAdvisor::study(Kernel& kernel, const ThreadTrace& trace) {
  ++kernel.studied;
  BarrierSearch search(trace.events(), threads_, kernel.seen, statement_of_);
  if (kernel.advice.size() == kernel.seen.size() && search.confirms(kernel.advice)) return;
  renew(kernel, search);
  say(kernel);
}

/// A small block lacks some races of a larger one before it, whose advice is kept.
void BarrierAdvisor::renew(Kernel& kernel, BarrierSearch& search) {
  std::vector<BarrierAdvice> found = search.run();
  for (std::size_t race = 0; race < kernel.advice.size(); ++race)
    if (!search.has(race) && search.may_stand(kernel.advice[race])) found[race] = kernel.advice[race];
  kernel.advice = std::move(found);
}

void BarrierAdvisor::say(const Kernel& kernel) {
  for (const Findings::BlockRace& race : kernel.races)
    if (const Findings::Advice advice = advice_for(kernel, race); !advice.text.empty())
      findings_.advise(race.site, advice);
}

Findings::Advice BarrierAdvisor::advice_for(const Kernel& kernel, const Findings::BlockRace& race) const {
  const LineAdvice line(kernel.races, kernel.advice, emulation::source_place(race.later));
  if (line.own().kind == BarrierAdvice::Kind::barriers) return line.barriers();
  return {text_of(line.own(), race.space), text_between_blocks(line.own()), {}};
}

}  // namespace gridmark::counters
