#pragma once
// The interface of an engine. Your engine implements it (see paged_kv.h), and the tests of your server use an engine
// of gridmark.
#include <cstdint>
#include <vector>

#include "sampling.h"

struct Request {
  std::vector<std::int32_t> prompt;  ///< at least 1 token, each in [0, shape.tokens)
  int tokens = 16;                   ///< number of new tokens, at least 1, with prompt + tokens <= shape.length
  int answers = 1;                   ///< number of different answers, each with `tokens` tokens
  Sampling sampling;
};

/// The part of one answer that is new since the last take().
struct Output {
  std::vector<std::int32_t> tokens;
  bool done = false;  ///< true if no token will follow
};

struct EngineStats {
  int waiting = 0;                 ///< requests that have not begun or were preempted
  int running = 0;                 ///< answers that are being computed
  int free_blocks = 0;
  std::int64_t preemptions = 0;    ///< number of preemptions so far
  std::int64_t copied_blocks = 0;  ///< so far, including copies for answers that were preempted in the same step
};

/// Generates tokens for many requests, in steps.
class TokenEngine {
 public:
  virtual ~TokenEngine() = default;
  /// returns  the number of the request: 1, 2, ...
  /// errors   std::invalid_argument: the request breaks a rule of Request, or can never be served. The message is a
  ///          sentence for the client.
  virtual std::int64_t submit(const Request& request) = 0;
  /// Ends a waiting or running request, whose tokens can then no longer be taken. Does nothing if the number is unknown
  /// or the request has ended.
  virtual void cancel(std::int64_t request) = 0;
  /// Generates one token for each running answer.
  /// returns  whether a request is waiting or running afterwards
  virtual bool step() = 0;
  /// The tokens of each answer that are new since the last take(). When all tokens of all answers have been taken, the
  /// request is forgotten.
  ///
  /// returns  `answers` outputs, or none if the number is unknown, cancelled or forgotten
  virtual std::vector<Output> take(std::int64_t request) = 0;
  virtual EngineStats stats() const = 0;
};
