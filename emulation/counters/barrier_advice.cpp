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

std::string barriers_text(const BarrierAdvice& advice, const std::string& file) {
  std::vector<std::string> places;
  for (const Gap& gap : advice.gaps)
    if (const std::string text = text_of_gap(gap, file);
        std::find(places.begin(), places.end(), text) == places.end())
      places.push_back(text);
  std::string text = std::string("put ") + barrier_of(advice.scope) + ' ';
  for (std::size_t i = 0; i < places.size(); ++i) text += (i > 0 ? ", and another " : "") + places[i];
  if (advice.scope == BarrierScope::block && advice.warp_is_enough)
    text += ", or __syncwarp(), as only threads of one warp share the data";
  return text;
}

/// None where a barrier must go into the middle of a line.
std::vector<emulation::Fix> fixes_of(const BarrierAdvice& advice, const std::string& file) {
  std::vector<emulation::Fix> fixes;
  for (const Gap& gap : advice.gaps) {
    const int line = line_before(Statements::of_program(), gap);
    if (line == 0) return {};
    fixes.push_back({{file, line}, std::string(barrier_of(advice.scope)) + ';'});
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

/// No barrier reaches threads of other blocks.
std::string text_between_blocks(const BarrierAdvice& advice) {
  if (advice.kind == BarrierAdvice::Kind::one_element) return one_element_text;
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

std::string text_of(const BarrierAdvice& advice, const std::string& file) {
  switch (advice.kind) {
    case BarrierAdvice::Kind::barriers:
      return barriers_text(advice, file);
    case BarrierAdvice::Kind::one_element:
      return one_element_text;
    case BarrierAdvice::Kind::one_statement:
      return one_statement_text(advice);
    case BarrierAdvice::Kind::some_threads:
      return some_threads_text;
    case BarrierAdvice::Kind::none:
      break;
  }
  return {};
}

/// For a line with several races: the advice that changes the source most, or all the barriers together.
BarrierAdvice joined(std::vector<BarrierAdvice> all) {
  const auto most =
      std::max_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.kind < b.kind; });
  BarrierAdvice result = *most;
  if (result.kind != BarrierAdvice::Kind::barriers) return result;
  for (const BarrierAdvice& advice : all) {
    if (advice.kind != result.kind || advice.scope != result.scope)
      continue;  // a wider barrier may not stand there
    result.warp_is_enough &= advice.warp_is_enough;
    for (const Gap& gap : advice.gaps)
      if (std::find(result.gaps.begin(), result.gaps.end(), gap) == result.gaps.end())
        result.gaps.push_back(gap);
  }
  return result;
}

}  // namespace

void BarrierAdvisor::enter_launch(std::uint16_t kernel, std::uint32_t blocks, unsigned threads) {
  kernel_ = kernel;
  blocks_ = blocks;
  threads_ = threads;
  traced_ = 0;
  ++kernels_[kernel].launches;
}

/// The first block shows most races, the last one has the threads that leave early.
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
  kernel.advice = search.run();
  say(kernel);
}

void BarrierAdvisor::say(const Kernel& kernel) {
  for (const Findings::BlockRace& race : kernel.races) {
    const emulation::SourcePlace place = emulation::source_place(race.later);
    const BarrierAdvice advice = joined(of_line(kernel, place));
    if (const std::string text = text_of(advice, place.file); !text.empty())
      findings_.advise(race.site, {text, text_between_blocks(advice), fixes_of(advice, place.file)});
  }
}

/// A line has one finding, however many of its instructions race.
std::vector<BarrierAdvice> BarrierAdvisor::of_line(const Kernel& kernel,
                                                   const emulation::SourcePlace& place) const {
  std::vector<BarrierAdvice> all;
  for (std::size_t race = 0; race < kernel.races.size(); ++race) {
    const emulation::SourcePlace its = emulation::source_place(kernel.races[race].later);
    if (its.line == place.line && its.file == place.file) all.push_back(kernel.advice[race]);
  }
  return all;
}

}  // namespace gridmark::counters
