#pragma once
// Text with a known entropy for language models. A seeded grammar writes it and is also its best predictor.
#include <cstdint>
#include <string>
#include <vector>

namespace gridmark::data {

/// A grammar of sentences. Each state chooses the next part with fixed probabilities: a kind of word, then a
/// word of that kind, then the next state. No word has two kinds, so a reader who starts at the beginning of
/// a sentence always knows the state.
///
/// Its entropy per byte is computed and not estimated. Let h(s) be the expected information, and l(s) the
/// expected number of bytes, from state s to the end of the sentence. Then
///   h(s) = sum over choices of p * (-ln p + H(words of its kind) + h(next)),
///   l(s) = sum over choices of p * (mean length of its words + 1 + l(next)),
/// with h = l = 0 at the end. Sentences are independent, so the text has h(start) / l(start) nats per byte.
/// The text determines the choices, so it has their entropy.
class Grammar {
 public:
  /// The seed determines the spelling and frequencies of the words.
  explicit Grammar(std::uint64_t seed);

  struct Text {
    std::string bytes;
    double nats = 0;  ///< -ln of the probability of exactly these choices
  };
  /// Writes sentences until there are at least `bytes` bytes. The last sentence is complete.
  Text write(std::uint64_t seed, std::size_t bytes) const;

  double nats_per_byte() const;

 private:
  struct Word {
    std::string letters;
    double probability;
  };
  /// A possible choice of a state.
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
