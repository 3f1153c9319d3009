#pragma once
// Calls of an engine, with the replies that follow from the rules.
#include <functional>
#include <string>
#include <vector>

#include "labkit/channel/ask.h"
#include "labkit/inputs/any.h"
#include "labs/lab6-serving/tests/reference_engine.h"

namespace gridmark::lab6 {

using inputs::any_between;
using inputs::any_values;

/// Weights with which each token depends on all earlier ones, so that a wrong key changes an answer.
struct AnyModel {
  explicit AnyModel(const ReferenceShape& shape);
  /// A request whose answers are not changed by FP32 rounding.
  ReferenceRequest request(int prompt, int tokens, int answers = 1, float temperature = 0, int top_k = 0) const;

  std::vector<float> values;
  ReferenceGpt gpt;
};

/// Two layers of two heads, and 24 tokens. A pass takes a millisecond.
inline constexpr ReferenceShape small_shape{.tokens = 24, .width = 16, .heads = 2, .layers = 2, .length = 48};

/// Records calls, and runs them on the reference at the same time.
class EngineProgram {
 public:
  explicit EngineProgram(const AnyModel& model) : model_(model) {}

  void begin(const ReferenceEngine::Settings& settings);
  std::int64_t submit(const ReferenceRequest& request);
  void cancel(std::int64_t number);
  bool step();
  /// Steps until no request waits or runs.
  void run();
  void take(std::int64_t number);
  void take_all();  ///< for each request so far

  EngineReply stats() const { return engine_->stats(); }
  std::int64_t submitted() const { return submitted_; }
  std::int64_t preempted() const { return engine_->preempted(); }

  /// The operation, with outputs of exactly the size of the replies.
  EngineCalls operation() const;

  /// Additional values that a test compares. Returned values and tokens are always compared, and the free
  /// blocks at the end.
  enum class Compared { all, order, blocks };
  testing::AssertionResult check(EngineCalls& op, Compared compared = Compared::all) const;

 private:
  void add(const EngineCall& call, std::int64_t returned, const std::string& words);
  std::string history(std::size_t call) const;
  std::string wrong_reply(const EngineCalls& op, std::size_t call, Compared compared) const;
  std::string wrong_outputs(const EngineCalls& op, std::size_t call, std::size_t& output, std::size_t& token) const;

  const AnyModel& model_;
  std::unique_ptr<ReferenceEngine> engine_;
  std::int64_t submitted_ = 0;
  std::vector<std::int32_t> prompts_;
  std::vector<EngineCall> calls_;
  std::vector<EngineReply> replies_;
  std::vector<std::string> words_;                     ///< one for each call
  std::vector<std::vector<ReferenceOutput>> outputs_;  ///< one for each call
};

/// Runs the program's calls, and checks the replies.
testing::AssertionResult follows(const EngineProgram& program,
                                 EngineProgram::Compared compared = EngineProgram::Compared::all);
/// The same, after steps until no request is left and a take() of each.
testing::AssertionResult follows_to_the_end(EngineProgram& program,
                                            EngineProgram::Compared compared = EngineProgram::Compared::all);

}  // namespace gridmark::lab6
