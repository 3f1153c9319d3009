#pragma once
// Text for language models whose entropy is known: a seeded grammar that is also its own best predictor.
#include <cstdint>
#include <string>
#include <vector>

namespace gridmark::data {

/// A grammar of sentences. Each state chooses what comes next with fixed probabilities: a kind of word, then
/// a word of that kind, then the state that follows. No word is of two kinds, so whoever reads from the start
/// of a sentence always knows the state.
///
/// Its entropy per byte, computed and not estimated: let h(s) be the expected information, and l(s) the
/// expected number of bytes, from state s to the end of the sentence. Then
///   h(s) = sum over choices of p * (-ln p + H(words of its kind) + h(next)),
///   l(s) = sum over choices of p * (mean length of its words + 1 + l(next)),
/// with h = l = 0 at the end. Sentences are independent, so the text has h(start) / l(start) nats per byte.
/// Reading is unambiguous, so the text has the entropy of the choices.
class Grammar {
 public:
  /// Spelling and frequencies of the words come from the seed.
  explicit Grammar(std::uint64_t seed);

  struct Text {
    std::string bytes;
    double nats = 0;  ///< -ln of the probability of exactly these choices
  };
  /// Sentences until there are at least `bytes`; the last one is complete.
  Text write(std::uint64_t seed, std::size_t bytes) const;

  double nats_per_byte() const;

 private:
  struct Word {
    std::string letters;
    double probability;
  };
  /// What a state may choose.
  struct Choice {
    double probability;
    std::size_t kind;  ///< of words
    std::size_t next;  ///< state
  };
  struct Expected {
    double nats = 0, bytes = 0;
  };
  std::vector<Expected> expected_to_the_end() const;

  std::vector<std::vector<Word>> kinds_;
  std::vector<std::vector<Choice>> states_;
};

}  // namespace gridmark::data
