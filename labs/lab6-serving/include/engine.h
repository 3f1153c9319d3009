#pragma once
// The engine as a server sees it. Yours is in paged_kv.h. The tests of your server use one of gridmark's.
#include <cstdint>
#include <vector>

#include "sampling.h"

struct Request {
  std::vector<std::int32_t> prompt;  ///< 1 token at least, each in [0, shape.tokens)
  int tokens = 16;                   ///< wanted, 1 at least; prompt + tokens <= shape.length
  int answers = 1;                   ///< different ones, each of `tokens` tokens
  Sampling sampling;
};

/// One answer, since it was last taken.
struct Output {
  std::vector<std::int32_t> tokens;
  bool done = false;  ///< none will follow
};

struct EngineStats {
  int waiting = 0;                 ///< requests that have not begun, or were preempted
  int running = 0;                 ///< answers that are computed
  int free_blocks = 0;
  std::int64_t preemptions = 0;    ///< so far: requests that were taken out
  std::int64_t copied_blocks = 0;  ///< so far, those of answers that were preempted in the same step included
};

/// Makes tokens for many requests, in steps.
class TokenEngine {
 public:
  virtual ~TokenEngine() = default;
  /// returns  the number of the request: 1, 2, ...
  /// errors   std::invalid_argument: it breaks a rule of Request, or can never be served. The message is a sentence
  ///          for the person who asked.
  virtual std::int64_t submit(const Request& request) = 0;
  /// Ends a request wherever it is. Nothing more can be taken. A number that is unknown or has ended is left alone.
  virtual void cancel(std::int64_t request) = 0;
  /// One token for each answer that is computed.
  /// returns  whether a request waits or runs afterwards
  virtual bool step() = 0;
  /// The new tokens of each answer of a request since it was last taken. A request whose answers were all taken to their ends
  /// is forgotten.
  ///
  /// returns  `answers` outputs; none for a number that is unknown, cancelled or forgotten
  virtual std::vector<Output> take(std::int64_t request) = 0;
  virtual EngineStats stats() const = 0;
};
