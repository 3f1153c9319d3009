#include "emulation/counters/barrier_passes.h"

#include <algorithm>
#include <tuple>

#include "emulation/counters/request.h"

namespace gridmark::counters {
namespace {

/// Loops around a statement.
int loop_depth(const Statements& statements, int statement) {
  int depth = 0;
  for (; statement != no_statement; statement = statements[statement].parent)
    depth += statements[statement].kind == 'l';
  return depth;
}

void collect(const Statements& statements, int statement, std::vector<Gap>& gaps) {
  const auto& children = statements[statement].children;
  const bool is_body = statements[statement].parent == no_statement;
  if (statements[statement].kind == 'c') {
    const int count = static_cast<int>(children.size());
    for (int index = is_body ? 1 : 0; index < (is_body ? count : count + 1); ++index)
      if (count > 0) gaps.push_back({statement, index});
  }
  for (const int child : children) collect(statements, child, gaps);
}

}  // namespace

int line_before(const Statements& statements, const Gap& gap) {
  const Statement& compound = statements[gap.compound];
  const auto index = static_cast<std::size_t>(gap.index);
  const int before = index == 0 ? compound.line : statements[compound.children[index - 1]].last_line;
  const int after =
      index == compound.children.size() ? compound.last_line : statements[compound.children[index]].line;
  return before < after ? before : 0;
}

std::vector<Gap> gaps_of(const Statements& statements, int body) {
  std::vector<Gap> gaps;
  collect(statements, body, gaps);
  const auto cost = [&](const Gap& gap) {
    return std::tuple(line_before(statements, gap) == 0, loop_depth(statements, gap.compound),
                      gap.index == 0);
  };
  std::stable_sort(gaps.begin(), gaps.end(), [&](const Gap& a, const Gap& b) { return cost(a) < cost(b); });
  return gaps;
}

int StatementOf::operator()(const void* pc) {
  if (const auto found = known_.find(pc); found != known_.end()) return found->second;
  return known_[pc] = Statements::of_program().innermost(emulation::source_position(pc));
}

GapPasses::GapPasses(const Statements& statements, const Gap& gap, const std::vector<ThreadEvent>& events,
                     const std::vector<int>& leaves, unsigned threads)
    : statements_(statements),
      gap_(gap),
      body_(statements.body_of(gap.compound)),
      loop_(statements.loop_around(gap.compound)),
      passes_(events.size()) {
  std::vector<Walk> walks(threads);
  std::vector<std::map<std::uint32_t, std::uint32_t>> by_epoch(threads);
  std::vector<std::uint32_t> epochs(threads);
  std::vector<bool> traced(threads);
  const auto note = [&](unsigned thread, std::uint32_t before) {
    if (walks[thread].passes != before) by_epoch[thread][epochs[thread]] += walks[thread].passes - before;
  };
  for (std::size_t i = 0; i < events.size(); ++i) {
    const unsigned thread = events[i].thread;
    const std::uint32_t before = walks[thread].passes;
    epochs[thread] = events[i].epoch;
    traced[thread] = true;
    if (leaves[i] != no_statement && statements_.body_of(leaves[i]) == body_)
      follow(walks[thread], events[i], leaves[i]);
    note(thread, before);
    passes_[i] = walks[thread].passes;
  }
  for (unsigned thread = 0; thread < threads; ++thread) {
    const std::uint32_t before = walks[thread].passes;
    leave(walks[thread]);
    note(thread, before);
  }
  compare(by_epoch, traced);
}

/// A thread without events was dropped from the trace, so it is ignored.
void GapPasses::compare(const std::vector<std::map<std::uint32_t, std::uint32_t>>& by_epoch,
                        const std::vector<bool>& traced) {
  const std::map<std::uint32_t, std::uint32_t>*first = nullptr, *of_warp = nullptr;
  for (std::size_t thread = 0; thread < by_epoch.size(); ++thread) {
    if (thread % warp_size == 0) of_warp = nullptr;
    if (!traced[thread]) continue;
    if (first == nullptr) first = &by_epoch[thread];
    if (of_warp == nullptr) of_warp = &by_epoch[thread];
    if (by_epoch[thread] != *first) in_step_ = false;
    if (by_epoch[thread] != *of_warp) warps_in_step_ = false;
  }
}

/// A compiler can move code into a basic block that begins elsewhere. If a step leads back in the text, a new
/// round is visible soon after.
bool GapPasses::is_moved(const ThreadEvent& event, int leaf) const {
  if (!event.is_step() || leaf > gap_.compound) return false;
  return statements_.child_around(leaf, gap_.compound) == no_statement;
}

void GapPasses::follow(Walk& walk, const ThreadEvent& event, int leaf) {
  if (is_moved(event, leaf)) return;
  const int statement = statements_.child_around(gap_.compound, leaf);
  if (statement == no_statement) return leave(walk);
  const auto& children = statements_[gap_.compound].children;
  enter(walk, event, leaf,
        static_cast<int>(std::find(children.begin(), children.end(), statement) - children.begin()));
}

/// Whether a basic block runs once in a round. The head of an inner loop runs in each of that loop's rounds.
bool GapPasses::tells_rounds(const ThreadEvent& event, int leaf) const {
  return event.is_step() && statements_.loop_around(leaf) == loop_ && statements_[leaf].kind != 'l';
}

/// Whether this is another round of the loop, or another call of the function.
bool GapPasses::begins_anew(const Walk& walk, const ThreadEvent& event, int leaf, int child) const {
  if (!walk.active || child < walk.child) return true;
  return tells_rounds(event, leaf) &&
         std::find(walk.seen.begin(), walk.seen.end(), event.pc) != walk.seen.end();
}

void GapPasses::enter(Walk& walk, const ThreadEvent& event, int leaf, int child) {
  if (begins_anew(walk, event, leaf, child)) {
    leave(walk);
    walk.active = true;
    walk.passed = false;
    walk.seen.clear();
  }
  walk.child = child;
  if (tells_rounds(event, leaf)) walk.seen.push_back(event.pc);
  if (walk.passed || child < gap_.index) return;
  walk.passed = true;
  ++walk.passes;
}

/// The rest of the compound has no events for this thread, unless the thread left the compound before.
void GapPasses::leave(Walk& walk) const {
  if (!walk.active) return;
  walk.active = false;
  const auto& children = statements_[gap_.compound].children;
  for (int child = walk.child; child < gap_.index; ++child)
    if (statements_.has_jump(children[static_cast<std::size_t>(child)])) return;
  if (!walk.passed) ++walk.passes;
}

}  // namespace gridmark::counters
