#include "emulation/counters/barrier_advice.h"

#include <algorithm>

#include "emulation/engine/source_place.h"

namespace gridmark::counters {
namespace {

const char* barrier_of(BarrierScope scope) {
  return scope == BarrierScope::block ? "__syncthreads()" : "__syncwarp()";
}

/// "a.cu:9, at the end of the loop's body"
std::string text_of_gap(const Gap& gap, const std::string& file) {
  const Statements& statements = Statements::of_program();
  std::string text = file + ':' + std::to_string(line_before(statements, gap));
  const int around = statements[gap.compound].parent;
  if (around == no_statement) return text;
  const char* const body = statements[around].kind == 'l' ? " of the loop's body" : " of these braces";
  if (gap.index == 0) text += std::string(", at the start") + body;
  if (static_cast<std::size_t>(gap.index) == statements[gap.compound].children.size())
    text += std::string(", at the end") + body;
  return text;
}

std::string barriers_text(const BarrierAdvice& advice, const std::string& file) {
  std::string text = std::string("put ") + barrier_of(advice.scope) + " on a new line after ";
  for (std::size_t i = 0; i < advice.gaps.size(); ++i)
    text += (i > 0 ? ", and another after " : "") + text_of_gap(advice.gaps[i], file);
  return text;
}

std::vector<emulation::Fix> fixes_of(const BarrierAdvice& advice, const std::string& file) {
  std::vector<emulation::Fix> fixes;
  for (const Gap& gap : advice.gaps)
    fixes.push_back({{file, line_before(Statements::of_program(), gap)}, std::string(barrier_of(advice.scope)) + ';'});
  return fixes;
}

const char* const one_statement_text =
    "one statement reads what other threads write in the same statement, so no barrier can stand between: let "
    "each thread read into a variable, wait at a barrier, and write after it; the barrier is __syncthreads() where "
    "all threads of the block come, and __syncwarp() where whole warps do, as in if (t < 32)";

const char* const some_threads_text =
    "a barrier is missing between these lines, but only some threads of the block come there, and "
    "__syncthreads() must be reached by all: end the branch or the loop in front of the barrier, and begin it again "
    "behind it; let no thread return before the barrier";

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
  const bool is_due = !kernel.races.empty() || kernel.launches <= 8 || (kernel.launches & (kernel.launches - 1)) == 0;
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
  if (!kernel.races.empty() && trace != nullptr && trace->complete()) study(kernel, *trace);
}

void BarrierAdvisor::study(Kernel& kernel, const ThreadTrace& trace) {
  ++kernel.studied;
  BarrierSearch search(trace.events(), threads_, kernel.seen, statement_of_);
  if (kernel.advice.size() == kernel.seen.size() && search.confirms(kernel.advice)) return;
  kernel.advice = search.run();
  say(kernel);
}

void BarrierAdvisor::say(const Kernel& kernel) {
  for (std::size_t race = 0; race < kernel.races.size(); ++race) {
    const BarrierAdvice& advice = kernel.advice[race];
    const SiteIndex site = kernel.races[race].site;
    const std::string file = emulation::source_place(kernel.races[race].later).file;
    if (advice.kind == BarrierAdvice::Kind::barriers)
      findings_.advise(site, barriers_text(advice, file), fixes_of(advice, file));
    else if (advice.kind == BarrierAdvice::Kind::one_statement)
      findings_.advise(site, one_statement_text, {});
    else if (advice.kind == BarrierAdvice::Kind::some_threads)
      findings_.advise(site, some_threads_text, {});
  }
}

}  // namespace gridmark::counters
