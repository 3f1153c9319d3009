#include "emulation/engine/resident_blocks.h"

#include <unistd.h>

#include "emulation/engine/deadlock.h"
#include "emulation/engine/observer.h"

namespace gridmark::emulation {
namespace {

__thread ResidentBlocks* blocks_here __attribute__((tls_model("initial-exec"))) = nullptr;

/// The blocks end with their operating-system thread. The main thread's do not, because destructors of static
/// objects run after those of thread_local ones, and may launch kernels.
struct Owner {
  bool owns = false;
  ~Owner() {
    if (!owns || gettid() == getpid()) return;
    delete blocks_here;
    blocks_here = nullptr;
  }
};
thread_local Owner owner;

/// If more stacks are kept, they are given back to the system when a grid ends.
constexpr std::size_t most_kept = 16;

}  // namespace

ResidentBlocks& ResidentBlocks::here() {
  if (!blocks_here) {
    blocks_here = new ResidentBlocks;
    owner.owns = true;
  }
  return *blocks_here;
}

Block* ResidentBlocks::spare() {
  if (spares_.empty()) {
    all_.push_back(std::make_unique<Block>());
    spares_.push_back(all_.back().get());
  }
  Block* block = spares_.back();
  spares_.pop_back();
  return block;
}

/// Makes `block` the one whose thread-local variables are in place.
void ResidentBlocks::bring(Block* block) {
  if (loaded_ == block) return;
  if (loaded_ && loaded_->is_aside()) loaded_->image().save();
  loaded_ = block;
  if (block->is_aside())
    block->image().load();
  else
    block->prepare(*run_->grid);
  Block::set_current(block);
}

void ResidentBlocks::work(GridRun& run) {
  run_ = &run;
  loaded_ = nullptr;
  Share share(run.queue);
  if (!run_unstopped(share))
    while (!run.given_up && run_next(share)) {
    }
  if (run.given_up) give_up();
  loaded_ = nullptr;
  for (std::size_t i = most_kept; i < all_.size(); ++i) all_[i]->stacks().release_memory();
}

/// The usual way: one block after the other. False if run_next() must go on.
bool ResidentBlocks::run_unstopped(Share& share) {
  Block* block = spare();
  bring(block);
  const bool cooperative = run_->grid->cooperative;
  for (uint3 index; share.next(&index);) {
    const Block::Pause pause = block->start(index, cooperative ? nullptr : &share);
    if (__builtin_expect(pause == Block::Pause::ended && !cooperative, 1)) continue;
    settle(block, pause);
    return false;
  }
  spares_.push_back(block);
  return true;
}

bool ResidentBlocks::run_next(Share& share) {
  start_next_ = !start_next_ || aside_.empty();
  if ((run_->grid->cooperative || start_next_) && start_one(share)) return true;
  return resume_one() || start_one(share) || meet_grid();
}

bool ResidentBlocks::start_one(Share& share) {
  uint3 index;
  if (!run_->grid->cooperative && resident() >= run_->most_resident) return false;
  if (!share.next(&index)) return false;
  Block* block = spare();
  bring(block);
  settle(block, block->start(index));
  return true;
}

bool ResidentBlocks::resume_one() {
  if (aside_.empty()) return false;
  Block* block = aside_.front();
  aside_.pop_front();
  bring(block);
  settle(block, block->resume());
  return true;
}

void ResidentBlocks::settle(Block* block, Block::Pause pause) {
  switch (pause) {
    case Block::Pause::yielded:
      return aside_.push_back(block);
    case Block::Pause::at_grid_barrier:
      return at_grid_barrier_.push_back(block);
    case Block::Pause::ended:
      spares_.push_back(block);
      if (run_->grid->cooperative && run_->barrier.ended(block->index())) report_grid_deadlock(*run_);
      return;
    case Block::Pause::given_up:
    case Block::Pause::to_run_again:  // never seen here
      return spares_.push_back(block);
  }
}

/// No other block can run here, so it waits for the other operating-system threads. False if nothing is left.
bool ResidentBlocks::meet_grid() {
  if (at_grid_barrier_.empty()) return false;
  switch (run_->barrier.wait(at_grid_barrier_.size())) {
    case GridBarrier::Passage::open:
      if (observer) observer->grid_barrier();
      aside_.swap(at_grid_barrier_);
      return true;
    case GridBarrier::Passage::deadlock:
      report_grid_deadlock(*run_);
      return false;
    case GridBarrier::Passage::stopped:
      return false;
  }
  return false;
}

void ResidentBlocks::give_up() {
  for (auto* list : {&aside_, &at_grid_barrier_}) {
    for (Block* block : *list) {
      block->forget();
      spares_.push_back(block);
    }
    list->clear();
  }
}

}  // namespace gridmark::emulation
