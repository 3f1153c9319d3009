// Reports the waiting threads and their places when a block cannot go on.
#include "emulation/engine/deadlock.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>

#include "emulation/engine/block.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/source_place.h"
#include "emulation/repairable_words.h"

namespace gridmark::emulation {
namespace {

std::string counted(unsigned count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

/// The change that a waiting block needs.
const char* advice_on(const std::string& waiting) {
  return waiting.find(" at __syncthreads at ") == std::string::npos
             ? ""
             : ". All threads of a block must reach the same __syncthreads(): no branch, loop or early "
               "return may "
               "keep some of them from it";
}

}  // namespace

unsigned Block::returned_threads() const {
  return static_cast<unsigned>(
      std::count(threads_.state, threads_.state + turn.next, Threads::State::returned));
}

std::string Block::waiting_threads(SourcePlace* first_place) {
  using State = Threads::State;
  catch_up();
  struct Group {
    unsigned threads = 0;
    uint3 first{};
  };
  using Key = std::tuple<int, std::string, unsigned>;  // line first, so that the text follows the source
  std::map<Key, Group> barriers, primitives, conditions;
  for (unsigned thread = 0; thread < turn.next; ++thread) {
    const State state = threads_.state[thread];
    const bool at_warp = state == State::at_warp, waiting = state == State::waiting;
    if (!at_warp && !waiting && state != State::at_barrier) continue;
    const SourcePlace place = source_place(threads_.place[thread]);
    const unsigned mask = at_warp ? warps_.of(thread / 32).mask[thread % 32] : 0;
    Group& group = (at_warp   ? primitives
                    : waiting ? conditions
                              : barriers)[{place.line, text_of(place), mask}];
    if (group.threads++ == 0) group.first = threads_.index[thread];
    if (first_place->file.empty()) *first_place = place;
  }
  std::string text;
  const auto add = [&](const auto& groups, const char* what) {
    for (const auto& [key, group] : groups) {
      char where[80];
      std::snprintf(where, sizeof where, what, std::get<2>(key));
      char first[64];
      std::snprintf(first, sizeof first, "(%u,%u,%u)", group.first.x, group.first.y, group.first.z);
      text += counted(group.threads, "thread waits", "threads wait") + " at " + where + " at " +
              std::get<1>(key) + " (first: thread " + first + "), ";
    }
  };
  add(barriers, "__syncthreads");
  add(primitives, "a warp primitive with mask 0x%08x");
  add(conditions, "a barrier object, pipeline or group");
  return text + counted(returned_threads(), "has returned", "have returned");
}

void end_with_deadlock() {
  SourcePlace place;
  Block& block = Block::here();
  const std::string waiting = block.waiting_threads(&place);
  char start[300];
  std::snprintf(start, sizeof start, "%s%.150s, block (%u,%u,%u): ", deadlock_in.data(), block.kernel(),
                blockIdx.x, blockIdx.y, blockIdx.z);
  std::fflush(stdout);
  fault_of_block((start + waiting + advice_on(waiting)).c_str(), place, error_launch_timeout);
}

void report_grid_deadlock(const GridRun& run) {
  const SourcePlace place = source_place(run.barrier.place());
  const uint3 ended = run.barrier.ended_block();
  char end[160];
  std::snprintf(end, sizeof end, ", and block (%u,%u,%u) has ended without coming there", ended.x, ended.y,
                ended.z);
  const std::string message =
      std::string(deadlock_in) + run.grid->kernel + ": " +
      counted(static_cast<unsigned>(run.barrier.arrived()), "block waits", "blocks wait") +
      " for all blocks of the grid at " + text_of(place) + end;
  std::fflush(stdout);
  fault_of_grid(message.c_str(), place, error_launch_timeout);
}

}  // namespace gridmark::emulation
