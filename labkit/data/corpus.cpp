#include "labkit/data/corpus.h"

#include <cmath>
#include <set>

#include "labkit/data/random_numbers.h"

namespace gridmark::data {
namespace {

enum Kind : std::size_t { articles, adjectives, nouns, verbs, adverbs, links, stops, kinds };
enum State : std::size_t {
  start,
  after_article,
  after_subject,
  after_verb,
  after_object_article,
  after_object,
  end
};

constexpr std::size_t words_of_kind[kinds] = {4, 10, 24, 14, 6, 3, 2};

/// A word that alternates consonants and vowels.
std::string spelled(RandomNumbers& random, std::size_t letters) {
  constexpr const char *consonants = "bdfgklmnprstvz", *vowels = "aeiou";
  std::string word;
  for (std::size_t i = 0; i < letters; ++i)
    word += i % 2 == 0 ? consonants[random.below(14)] : vowels[random.below(5)];
  return word;
}

/// The index of a random choice with these probabilities.
template <class Choices>
std::size_t chosen(const Choices& choices, RandomNumbers& random) {
  double left = random.uniform();
  std::size_t i = 0;
  while (i + 1 < choices.size() && left >= choices[i].probability) left -= choices[i++].probability;
  return i;
}

}  // namespace

Grammar::Grammar(std::uint64_t seed) {
  RandomNumbers random(seed);
  std::set<std::string> taken;
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    std::vector<Word> words;
    double total = 0;
    while (words.size() < words_of_kind[kind]) {
      const std::string letters =
          kind == stops ? (words.empty() ? "." : "!") : spelled(random, 2 + random.below(5));
      if (!taken.insert(letters).second) continue;
      words.push_back({letters, random.between(.2, 1)});
      total += words.back().probability;
    }
    for (Word& word : words) word.probability /= total;
    kinds_.push_back(std::move(words));
  }
  states_ = {
      {{1, articles, after_article}},
      {{.3, adjectives, after_article}, {.7, nouns, after_subject}},
      {{.8, verbs, after_verb}, {.2, adverbs, after_subject}},
      {{.6, articles, after_object_article}, {.15, adverbs, after_verb}, {.25, stops, end}},
      {{.3, adjectives, after_object_article}, {.7, nouns, after_object}},
      {{.25, links, start}, {.75, stops, end}},
  };
}

Grammar::Text Grammar::write(std::uint64_t seed, std::size_t bytes) const {
  RandomNumbers random(seed);
  Text text;
  while (text.bytes.size() < bytes)
    for (std::size_t state = start; state != end;) {
      const Choice& choice = states_[state][chosen(states_[state], random)];
      const Word& word = kinds_[choice.kind][chosen(kinds_[choice.kind], random)];
      text.bytes += word.letters + (choice.next == end ? '\n' : ' ');
      text.nats -= std::log(choice.probability) + std::log(word.probability);
      state = choice.next;
    }
  return text;
}

/// Repeats the two equations. After each round, the remaining error is at most the chance that a sentence is
/// longer than the round's number.
std::vector<Grammar::Expected> Grammar::expected_to_the_end() const {
  constexpr int rounds = 1000;
  std::vector<Expected> of(states_.size() + 1);  // the value of the end stays 0
  for (int round = 0; round < rounds; ++round)
    for (std::size_t state = 0; state < states_.size(); ++state) {
      Expected sum;
      for (const Choice& choice : states_[state]) {
        Expected after = of[choice.next];
        after.nats -= std::log(choice.probability);
        after.bytes += 1;
        for (const Word& word : kinds_[choice.kind]) {
          after.nats -= word.probability * std::log(word.probability);
          after.bytes += word.probability * static_cast<double>(word.letters.size());
        }
        sum.nats += choice.probability * after.nats;
        sum.bytes += choice.probability * after.bytes;
      }
      of[state] = sum;
    }
  return of;
}

double Grammar::nats_per_byte() const {
  const Expected sentence = expected_to_the_end()[start];
  return sentence.nats / sentence.bytes;
}

}  // namespace gridmark::data
