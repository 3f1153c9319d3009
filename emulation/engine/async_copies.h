#pragma once
#include <deque>

#include "gridmark/ptx/async_copies.h"

namespace gridmark::emulation {

/// State that few blocks need: asynchronous copies under way, and numbered barriers. It is dropped with the
/// block: copies that no thread waited for are not made.
struct BlockExtras {
  static constexpr unsigned most_threads = 1024, named_barriers = 16;

  struct ThreadCopies {
    struct Kept {
      GridmarkAsyncCopy copy;
      unsigned group;
    };
    std::deque<Kept> copies;
    unsigned group = 0;  ///< group of the copies to come
  };
  struct NamedBarrier {
    unsigned arrived = 0;
    unsigned generation = 0;  ///< how often it was complete
  };

  ThreadCopies threads[most_threads];
  NamedBarrier barriers[named_barriers];
};

}  // namespace gridmark::emulation
