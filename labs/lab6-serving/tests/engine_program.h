#pragma once
// Calls of an engine, with the replies that the rules give.
#include <functional>
#include <string>
#include <vector>

#include "labkit/channel/ask.h"
#include "labkit/inputs/any.h"
#include "labs/lab6-serving/tests/reference_engine.h"

namespace gridmark::lab6 {

using inputs::any_between;
using inputs::any_values;

/// Weights drawn so that each token depends on all before it: an answer is another one where a key is.
struct AnyModel {
  explicit AnyModel(const ReferenceShape& shape);
  /// A request whose answers are the same in FP32.
  ReferenceRequest request(int prompt, int tokens, int answers = 1, float temperature = 0, int top_k = 0) const;

  std::vector<float> values;
  ReferenceGpt gpt;
};

/// Two layers of two heads, and 24 tokens: a pass takes a millisecond.
inline constexpr ReferenceShape small_shape{.tokens = 24, .width = 16, .heads = 2, .layers = 2, .length = 48};

/// Records calls, and makes them at once with the reference.
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
  void take_all();  ///< of each number so far

  EngineReply stats() const { return engine_->stats(); }
  std::int64_t submitted() const { return submitted_; }
  std::int64_t preempted() const { return engine_->preempted(); }

  /// The operation, with outputs of exactly the sizes that the replies need.
  EngineCalls operation() const;

  /// What a test compares, apart from what calls return. Tokens are always compared, and the free blocks at the end.
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
  std::vector<std::string> words_;                     ///< of each call
  std::vector<std::vector<ReferenceOutput>> outputs_;  ///< of each call
};

/// Asks for the program's calls, and checks the replies.
testing::AssertionResult follows(const EngineProgram& program,
                                 EngineProgram::Compared compared = EngineProgram::Compared::all);
/// The same after steps until no request is left, and a take() of each.
testing::AssertionResult follows_to_the_end(EngineProgram& program,
                                            EngineProgram::Compared compared = EngineProgram::Compared::all);

}  // namespace gridmark::lab6
