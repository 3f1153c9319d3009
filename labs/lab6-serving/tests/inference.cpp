#include "labs/lab6-serving/tests/inference.h"

#include <optional>

namespace gridmark::lab6 {

testing::AssertionResult has_logits(const Model& model, const Append& op, double most) {
  const ReferenceGpt gpt = model.reference();
  std::optional<ReferenceSequence> sequence(gpt);
  std::size_t next = 0;
  const auto vocabulary = static_cast<std::size_t>(model.shape.tokens);
  for (std::size_t i = 0; i < op.chunks.size(); ++i) {
    const Chunk chunk = op.chunks.values()[i];
    if (chunk == 0) sequence.emplace(gpt);
    if (const int refused = op.refused.values()[i]; refused != (chunk < 0 ? 1 : 0))
      return holds(op, false, fmt::format("{}: {}", chunk_in_words(op, i),
                                          chunk < 0 ? "expected a ShapeError" : "a ShapeError, and there is room for it"));
    std::vector<double> expected;
    if (chunk > 0) expected = sequence->append(op.tokens.values().subspan(next, static_cast<std::size_t>(chunk)));
    next += static_cast<std::size_t>(std::max(chunk, 0));
    if (const std::int64_t length = op.lengths.values()[i]; length != sequence->length())
      return holds(op, false, fmt::format("{}: length() is {} behind it, expected {}", chunk_in_words(op, i), length,
                                          sequence->length()));
    if (expected.empty()) continue;
    if (const double far = oracle::relative_l2(op.logits.values().subspan(i * vocabulary, vocabulary), expected); far > most)
      return holds(op, false, fmt::format("{}, {} in all: the logits differ from those of a pass over the whole sequence "
                                          "by {:.2g} of their length, expected {:.0e} at most",
                                          chunk_in_words(op, i), sequence->length(), far, most));
  }
  return testing::AssertionSuccess();
}

Generate generate(const Model& model, const std::vector<Prompt>& prompts, Generate like) {
  Generate op = of_model(model, like);
  std::vector<std::int32_t> tokens;
  std::vector<int> sizes, wanted;
  std::size_t all = 0;
  for (const Prompt& prompt : prompts) {
    tokens.insert(tokens.end(), prompt.tokens.begin(), prompt.tokens.end());
    sizes.push_back(static_cast<int>(prompt.tokens.size()));
    wanted.push_back(static_cast<int>(prompt.answer.size()));
    all += prompt.answer.size();
  }
  op.prompts = channel::In<std::int32_t>(tokens);
  op.sizes = channel::In<int>(sizes);
  op.wanted = channel::In<int>(wanted);
  op.tokens = channel::Out<std::int32_t>(all);
  op.told = channel::Out<std::int32_t>(op.batched ? 0 : all);
  op.made = channel::Out<std::int64_t>(prompts.size());
  return op;
}

testing::AssertionResult has_answers(const Generate& op, const std::vector<Prompt>& prompts) {
  if (op.refused.values()[0] != 0) return holds(op, false, "a ShapeError, and there is room for each prompt");
  std::size_t at = 0;
  for (std::size_t row = 0; row < prompts.size(); ++row) {
    const std::vector<std::int32_t>& answer = prompts[row].answer;
    const std::string which = prompts.size() == 1 ? "" : fmt::format("prompt {} of {} tokens: ", row, prompts[row].tokens.size());
    if (const std::int64_t made = op.made.values()[row]; made != static_cast<std::int64_t>(answer.size()))
      return holds(op, false, fmt::format("{}{} new tokens, expected {}", which, made, answer.size()));
    for (std::size_t i = 0; i < answer.size(); ++i)
      if (const std::int32_t token = op.tokens.values()[at + i]; token != answer[i])
        return holds(op, false, fmt::format("{}new token {} is {}, expected {}: that of a pass over the whole sequence, "
                                            "by itself", which, i, token, answer[i]));
    at += answer.size();
  }
  return testing::AssertionSuccess();
}

Work work_in(const channel::Timeline& timeline, const std::string& range, double least) {
  using Kind = channel::Span::Kind;
  Work work;
  for (const auto& named : timeline.ranges)
    for (const channel::Span& span : timeline.spans) {
      if (named.name != range || span.submitted_ns <= named.begin_ns || span.submitted_ns > named.end_ns) continue;
      work.launches += span.kind == Kind::kernel;
      if (span.kind != Kind::library || span.flops < least) continue;
      ++work.products;
      work.operations += span.flops;
    }
  return work;
}

double seconds_of_call(const channel::Timeline& timeline) {
  for (const auto& named : timeline.ranges)
    if (named.name == "call") return (named.end_ns - named.begin_ns) / 1e9;
  return 0;
}

}  // namespace gridmark::lab6
