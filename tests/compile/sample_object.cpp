// Compiled for symbol_rules_test and build_test. It is never linked.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

int answer_of_another_file(int question);

static std::vector<std::string> kept;

int sample(int question) {
  if (question < 0) throw std::invalid_argument("below 0");
  kept.push_back(std::to_string(question));
  std::printf("%zu\n", kept.size());
  return question + 1;
}

int other_sample(int question) { return answer_of_another_file(question); }
