#include "labs/lab4-memory/tests/optimum.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "labkit/channel/ask.h"

namespace gridmark::lab4 {
namespace {

using Choice = std::function<double(const SegmentSizes&)>;

struct WrongChoice {
  const char* cause;
  Choice choice;
};

double optimal_root(const SegmentSizes& of) { return std::sqrt(of.layers * of.input / of.block); }

double in_range(double n, const SegmentSizes& of) { return std::clamp(n, 1.0, static_cast<double>(of.layers)); }

/// The n in [first, end] with the fewest bytes.
template <class Bytes>
double least(int first, int end, Bytes bytes) {
  std::vector<int> all(static_cast<std::size_t>(end - first + 1));
  std::iota(all.begin(), all.end(), first);
  return *std::ranges::min_element(all, {}, bytes);
}

std::vector<WrongChoice> wrong_roots() {
  constexpr const char* of_layers =
      "that is the root of the layers, which is right only where a block keeps nothing but its input. The sum is least "
      "near sqrt(layers * input_bytes / block_bytes)";
  constexpr const char* swapped = "input_bytes and block_bytes are swapped: the sum is least near sqrt(layers * input_bytes "
                                  "/ block_bytes)";
  constexpr const char* down = "the root is rounded down: compare the bytes of the whole numbers below and above it";
  constexpr const char* up = "the root is rounded up: compare the bytes of the whole numbers below and above it";
  constexpr const char* nearest = "the root is rounded to the nearest number, and the sum may be less at the other one: "
                                  "compare the bytes of both";
  constexpr const char* range = "an n outside of [1, layers] is not valid: cut it to this range";
  const auto root_of_layers = [](const SegmentSizes& of) { return std::sqrt(static_cast<double>(of.layers)); };
  const auto inverse = [](const SegmentSizes& of) { return std::sqrt(of.layers * of.block / of.input); };
  std::vector<WrongChoice> choices;
  for (double (*whole)(double) : {static_cast<double (*)(double)>(std::floor), static_cast<double (*)(double)>(std::round),
                                  static_cast<double (*)(double)>(std::ceil)}) {
    const double two_thirds = whole(2.0 / 3);
    const char* rounded = two_thirds == 0 ? down : whole(1.0 / 3) == 1 ? up : nearest;
    choices.push_back({of_layers, [=](const SegmentSizes& of) { return in_range(whole(root_of_layers(of)), of); }});
    choices.push_back({swapped, [=](const SegmentSizes& of) { return in_range(whole(inverse(of)), of); }});
    choices.push_back({rounded, [=](const SegmentSizes& of) { return in_range(whole(optimal_root(of)), of); }});
    choices.push_back({range, [=](const SegmentSizes& of) { return whole(optimal_root(of)); }});
  }
  return choices;
}

std::vector<WrongChoice> wrong_searches() {
  const auto bytes = [](const SegmentSizes& of) { return [of](int n) { return of.bytes(n); }; };
  return {
      {"of two equal sums the smaller n must be returned: compare with <",
       [](const SegmentSizes& of) { return of.layers + 1 - least(1, of.layers, [&](int n) { return of.bytes(of.layers + 1 - n); }); }},
      {"n = 1 is never tried: the loop starts at 2", [=](const SegmentSizes& of) { return least(std::min(2, of.layers), of.layers, bytes(of)); }},
      {"n = layers is never tried: the loop ends one too early",
       [=](const SegmentSizes& of) { return least(1, std::max(1, of.layers - 1), bytes(of)); }},
      {"layers / n is computed in whole numbers, and the model has a fraction: divide by a double",
       [](const SegmentSizes& of) { return least(1, of.layers, [&](int n) { return of.layers / n * of.input + n * of.block; }); }},
      {"the number of segments is rounded up, and the model has layers / n as a fraction",
       [](const SegmentSizes& of) {
         return least(1, of.layers, [&](int n) { return (of.layers + n - 1) / n * of.input + n * of.block; });
       }},
      {"that is the number of segments: return the number of blocks in one",
       [](const SegmentSizes& of) { return std::floor(of.layers / static_cast<double>(of.best())); }},
      {"that is the n with the most bytes: compare with <",
       [](const SegmentSizes& of) { return least(1, of.layers, [&](int n) { return -of.bytes(n); }); }}};
}

/// Includes equal sums, ends of the range, and roots on both sides of a half.
std::vector<SegmentSizes> telling_questions() {
  std::vector<SegmentSizes> questions{{2, 3, 3}, {6, 1, 1}, {12, 100, 1}, {1, 1, 3}, {16, 4, 4}, {100, 1, 90}};
  for (int layers = 3; layers < 100; layers += 7)
    for (const double block : {1.0, 3.0, 7.0, 20.0}) questions.push_back({layers, 5, block});
  return questions;
}

bool gives(const WrongChoice& choice, const std::vector<SegmentSizes>& questions, const BestEveryN& op) {
  for (std::size_t i = 0; i < questions.size(); ++i)
    if (choice.choice(questions[i]) != op.answers.values()[i]) return false;
  return true;
}

bool close(double one, double other) { return std::abs(one - other) <= 0.01 * std::abs(other); }

/// Whether found[i] is `expected(i)` for all values of the sweep.
template <class Expected>
bool all_are(const Sweep& op, Expected expected) {
  for (std::size_t i = 0; i < op.found.size(); ++i)
    if (!close(op.found.values()[i], expected(i))) return false;
  return true;
}

}  // namespace

int SegmentSizes::best() const {
  return static_cast<int>(least(1, layers, [this](int n) { return bytes(n); }));
}

BestEveryN optimum_call(const std::vector<SegmentSizes>& questions) {
  BestEveryN op;
  std::vector<int> layers;
  std::vector<double> input, block;
  for (const SegmentSizes& one : questions)
    layers.push_back(one.layers), input.push_back(one.input), block.push_back(one.block);
  op.layers = channel::In<int>(layers);
  op.input_bytes = channel::In<double>(input);
  op.block_bytes = channel::In<double>(block);
  op.answers = channel::Out<int>(questions.size());
  return op;
}

std::string cause_of_optimum() {
  const std::vector<SegmentSizes> questions = telling_questions();
  BestEveryN op = optimum_call(questions);
  if (!channel::try_out(op)) return "";
  for (const auto& choices : {wrong_searches(), wrong_roots()})
    for (const WrongChoice& choice : choices)
      if (gives(choice, questions, op)) return choice.cause;
  return "";
}

oracle::Diagnosis cause_of(const Sweep& op) {
  const auto found = op.found.values(), seen = op.seen.values();
  double most = found[0] >= seen[0] ? found[0] : 0;
  std::vector<double> most_so_far;
  for (const double peak : seen) most_so_far.push_back(most = std::max(most, peak));
  if (all_are(op, [&](std::size_t i) { return most_so_far[i]; }))
    return {"each value is the greatest peak so far: let it start again before each pass, with reset_peak()",
            repairs::Repair::start_peak_anew};
  const double before = found[0] - seen[0];
  if (before > 0 && all_are(op, [&](std::size_t i) { return seen[i] + before; }))
    return "each peak has the same bytes too many: subtract the bytes that were allocated when the pass began";
  const double least_peak = *std::ranges::min_element(seen);
  if (found[0] < least_peak && all_are(op, [&](std::size_t) { return found[0]; }))
    return "each value is the same and below all peaks: is it memory_stats().peak, and not .allocated?";
  for (const double unit : {1024.0, 1048576.0, 1e3, 1e6})
    if (all_are(op, [&](std::size_t i) { return seen[i] / unit; })) return "the peaks are wanted in bytes";
  if (all_are(op, [&](std::size_t i) { return seen[seen.size() - 1 - i]; })) return "the peaks stand in the reverse order";
  return "";
}

}  // namespace gridmark::lab4
