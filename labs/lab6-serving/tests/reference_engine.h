#pragma once
// The rules of Engine, with counts only: it does not have keys, tables or blocks.
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "labs/lab6-serving/paged_operations.h"
#include "labs/lab6-serving/tests/reference_gpt.h"

namespace gridmark::lab6 {

/// A request, and the answers that CachedGpt alone would give.
struct ReferenceRequest {
  std::vector<std::int32_t> prompt;
  int tokens = 1, answers = 1;
  ReferenceSampling sampling;
  std::vector<std::vector<std::int32_t>> right;  ///< for each answer
};

struct ReferenceOutput {
  std::vector<std::int32_t> tokens;
  bool done = false;
};

class ReferenceEngine {
 public:
  struct Settings {
    int blocks = 64, block = 16, most_sequences = 8;
    std::string text() const;  ///< "with blocks = 64, block = 16, most_sequences = 8"
  };
  ReferenceEngine(const ReferenceShape& shape, const Settings& settings) : shape_(shape), settings_(settings) {}

  /// returns  the number, or `threw`
  std::int64_t submit(const ReferenceRequest& request);
  void cancel(std::int64_t number);
  bool step();
  std::vector<ReferenceOutput> take(std::int64_t number);
  /// The stats; `returned` is 0.
  EngineReply stats() const;
  /// The first preempted request that waits, or 0 if there is none.
  std::int64_t preempted() const;

 private:
  struct Job {
    enum class Phase { waits, begins, runs, ended };
    ReferenceRequest request;
    Phase phase = Phase::waits;
    int made = 0, taken = 0;  ///< tokens of each answer; all answers of a request have the same number
    int blocks = 0;           ///< blocks in use, shared ones count once
    bool shares = false;      ///< the answers share the blocks of the prompt, including the last one
    bool is_in() const { return phase == Phase::begins || phase == Phase::runs; }
    int computed() const { return static_cast<int>(request.prompt.size()) + made - 1; }
  };
  bool may_ever_run(const ReferenceRequest& request) const;
  int blocks_of(int tokens) const { return (tokens + settings_.block - 1) / settings_.block; }
  int free_blocks() const;
  int running() const;
  bool admit(Job& job) const;
  void give_slots(Job& job);
  void preempt_newest();

  ReferenceShape shape_;
  Settings settings_;
  std::map<std::int64_t, Job> jobs_;
  std::int64_t last_ = 0, preemptions_ = 0, copied_ = 0;
};

}  // namespace gridmark::lab6
