#include "labs/lab6-serving/tests/engine_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gridmark::lab6 {
namespace {

std::vector<float> drawn_weights(const ReferenceShape& s) {
  std::vector<float> all;
  const auto add = [&](int count, float low, float high) {
    const auto drawn = any_values(static_cast<std::size_t>(count), low, high);
    all.insert(all.end(), drawn.begin(), drawn.end());
  };
  const auto linear = [&](int out, int in, float gain) {
    const float most = gain * std::sqrt(3.0f / static_cast<float>(in));  // each output has a variance of gain^2
    add(out * in, -most, most);
    add(out, -0.2f, 0.2f);
  };
  const auto norm = [&] { add(s.width, 0.8f, 1.2f), add(s.width, -0.2f, 0.2f); };
  add((s.tokens + s.length) * s.width, -1, 1);
  for (int i = 0; i < s.layers; ++i) {
    norm(), linear(3 * s.width, s.width, 1.5f), linear(s.width, s.width, 2);
    norm(), linear(4 * s.width, s.width, 1), linear(s.width, 4 * s.width, 1);
  }
  norm(), linear(s.tokens, s.width, 4);
  return all;
}

/// The returned value in a sentence: "returns 3 outputs", "throws std::invalid_argument".
std::string returned_words(EngineCall::What what, std::int64_t value) {
  using What = EngineCall::What;
  if (value == threw) return "throws std::invalid_argument";
  if (value == threw_another) return "throws another exception than std::invalid_argument";
  if (what == What::step) return value == 1 ? "returns true" : "returns false";
  if (what == What::begin || what == What::cancel) return "returns";
  return fmt::format("returns {}{}", value, what == What::take ? " outputs" : "");
}

std::string numbers(std::span<const std::int32_t> tokens) { return fmt::format("{}", fmt::join(tokens, " ")); }

}  // namespace

AnyModel::AnyModel(const ReferenceShape& shape) : values(drawn_weights(shape)), gpt(values, shape) {}

ReferenceRequest AnyModel::request(int prompt, int tokens, int answers, float temperature, int top_k) const {
  for (;;) {
    ReferenceRequest drawn{.prompt = {},
                           .tokens = tokens,
                           .answers = answers,
                           .sampling = {.temperature = temperature,
                                        .top_k = top_k,
                                        .seed = static_cast<std::uint64_t>(any_between(0, 1 << 30)) * 10'000'000'019},
                           .right = {}};
    for (int i = 0; i < prompt; ++i) drawn.prompt.push_back(any_between(0, gpt.shape().tokens - 1));
    double margin = 1;
    for (int i = 0; i < answers && margin >= safe_margin; ++i) {
      drawn.sampling.answer = i;
      const auto answer = reference_answer(gpt, drawn.prompt, tokens, drawn.sampling);
      drawn.right.push_back(answer.tokens);
      margin = std::min(margin, answer.margin);
    }
    if (margin >= safe_margin) return drawn;
  }
}

void EngineProgram::begin(const ReferenceEngine::Settings& settings) {
  engine_ = std::make_unique<ReferenceEngine>(model_.gpt.shape(), settings);
  submitted_ = 0;
  add({.what = EngineCall::What::begin,
       .blocks = settings.blocks,
       .block = settings.block,
       .most_sequences = settings.most_sequences},
      0, settings.text());
}

std::int64_t EngineProgram::submit(const ReferenceRequest& r) {
  const std::int64_t number = engine_->submit(r);
  if (number > 0) submitted_ = number;
  EngineCall call{.what = EngineCall::What::submit,
                  .prompt_at = static_cast<int>(prompts_.size()),
                  .prompt = static_cast<int>(r.prompt.size()),
                  .tokens = r.tokens,
                  .answers = r.answers,
                  .temperature = r.sampling.temperature,
                  .top_k = r.sampling.top_k,
                  .seed = r.sampling.seed};
  prompts_.insert(prompts_.end(), r.prompt.begin(), r.prompt.end());
  add(call, number, fmt::format("submit(prompt of {}, tokens {}, answers {})", r.prompt.size(), r.tokens, r.answers));
  return number;
}

void EngineProgram::cancel(std::int64_t number) {
  engine_->cancel(number);
  add({.what = EngineCall::What::cancel, .request = number}, 0, fmt::format("cancel({})", number));
}

bool EngineProgram::step() {
  const bool goes_on = engine_->step();
  add({.what = EngineCall::What::step}, goes_on ? 1 : 0, "step()");
  return goes_on;
}

void EngineProgram::run() {
  while (step()) {
  }
}

void EngineProgram::take(std::int64_t number) {
  auto outputs = engine_->take(number);
  add({.what = EngineCall::What::take, .request = number}, static_cast<std::int64_t>(outputs.size()),
      fmt::format("take({})", number));
  outputs_.back() = std::move(outputs);
}

void EngineProgram::take_all() {
  for (std::int64_t number = 1; number <= submitted_; ++number) take(number);
}

void EngineProgram::add(const EngineCall& call, std::int64_t returned, const std::string& words) {
  calls_.push_back(call);
  replies_.push_back(engine_->stats());
  replies_.back().returned = returned;
  words_.push_back(words);
  outputs_.emplace_back();
}

EngineCalls EngineProgram::operation() const {
  const ReferenceShape& s = model_.gpt.shape();
  std::size_t outputs = 0, tokens = 0;
  for (const auto& call : outputs_)
    for (const ReferenceOutput& one : call) ++outputs, tokens += one.tokens.size();
  EngineCalls op;
  op.tokens = s.tokens, op.width = s.width, op.heads = s.heads, op.layers = s.layers, op.length = s.length;
  op.values = channel::In<float>(model_.values);
  op.prompts = channel::In<std::int32_t>(prompts_);
  op.calls = channel::In<EngineCall>(calls_);
  op.replies = channel::Out<EngineReply>(calls_.size());
  op.outputs = channel::Out<TakenOutput>(outputs);
  op.taken = channel::Out<std::int32_t>(tokens);
  return op;
}

/// The calls since the engine began. Only the last ones are complete.
std::string EngineProgram::history(std::size_t call) const {
  constexpr std::size_t most = 24;
  std::size_t first = call;
  while (calls_[first].what != EngineCall::What::begin) --first;
  std::string text = words_[first];
  if (call - first > most) text += fmt::format(", {} calls", call - first - most);
  for (std::size_t i = std::max(first + 1, call > most ? call - most + 1 : 0); i <= call;) {
    std::size_t same = i;
    while (same <= call && words_[same] == words_[i]) ++same;
    text += ", " + words_[i] + (same - i > 1 ? fmt::format(" {} times", same - i) : "");
    i = same;
  }
  return text;
}

std::string EngineProgram::wrong_reply(const EngineCalls& op, std::size_t call, Compared compared) const {
  const EngineReply &got = op.replies.values()[call], &right = replies_[call];
  if (got.returned != right.returned)
    return fmt::format("the last call {}, expected that it {}", returned_words(calls_[call].what, got.returned),
                       returned_words(calls_[call].what, right.returned));
  const bool order = compared != Compared::blocks;
  const bool blocks = compared != Compared::order, at_end = call + 1 == calls_.size();
  const auto differs = [](const char* name, std::int64_t found, std::int64_t expected) {
    return found == expected ? std::string() : fmt::format("{} is {} then, expected {}", name, found, expected);
  };
  for (const std::string& words :
       {order ? differs("stats().waiting", got.waiting, right.waiting) : "",
        order ? differs("stats().running", got.running, right.running) : "",
        order ? differs("stats().preemptions", got.preemptions, right.preemptions) : "",
        blocks || at_end ? differs("stats().free_blocks", got.free_blocks, right.free_blocks) : "",
        blocks ? differs("stats().copied_blocks", got.copied_blocks, right.copied_blocks) : ""})
    if (!words.empty()) return words;
  return "";
}

std::string EngineProgram::wrong_outputs(const EngineCalls& op, std::size_t call, std::size_t& output,
                                         std::size_t& token) const {
  for (std::size_t answer = 0; answer < outputs_[call].size(); ++answer) {
    const ReferenceOutput& right = outputs_[call][answer];
    const TakenOutput& got = op.outputs.values()[output++];
    const auto size = static_cast<std::int64_t>(right.tokens.size());
    if (got.call != static_cast<std::int64_t>(call) || got.tokens != size)
      return fmt::format("answer {} has {} new tokens, expected {}", answer, got.tokens, size);
    if (got.done != (right.done ? 1 : 0))
      return fmt::format("answer {} is {}done, expected that it is{}", answer, got.done == 0 ? "not " : "",
                         right.done ? "" : " not");
    const auto tokens = op.taken.values().subspan(token, right.tokens.size());
    token += right.tokens.size();
    if (!std::equal(tokens.begin(), tokens.end(), right.tokens.begin()))
      return fmt::format("the new tokens of answer {} are {}, expected {}, as without other requests", answer,
                         numbers(tokens), numbers(right.tokens));
  }
  return "";
}

testing::AssertionResult EngineProgram::check(EngineCalls& op, Compared compared) const {
  std::size_t output = 0, token = 0;
  for (std::size_t call = 0; call < calls_.size(); ++call) {
    std::string words = wrong_reply(op, call, compared);
    if (words.empty()) words = wrong_outputs(op, call, output, token);
    if (!words.empty()) return channel::holds(op, false, fmt::format("{}: {}", history(call), words));
  }
  const auto counts = op.counts.values();
  const auto is_refusal = [](const EngineReply& reply) { return reply.returned == threw; };
  const auto refused = std::count_if(replies_.begin(), replies_.end(), is_refusal);
  if (counts[2] > refused || (counts[2] == 0) != (refused == 0))
    return channel::holds(op, false, "submit() refuses requests without a message that names the broken rule");
  const bool is_all = counts[0] == static_cast<std::int64_t>(op.outputs.size()) &&
                      counts[1] == static_cast<std::int64_t>(op.taken.size());
  return channel::holds(op, is_all, "take() gave more outputs or tokens than there are");
}

testing::AssertionResult follows_to_the_end(EngineProgram& program, EngineProgram::Compared compared) {
  program.run();
  program.take_all();
  return follows(program, compared);
}

testing::AssertionResult follows(const EngineProgram& program, EngineProgram::Compared compared) {
  EngineCalls op = program.operation();
  if (const auto asked = channel::ask(op); !asked) return asked;
  return program.check(op, compared);
}

}  // namespace gridmark::lab6
