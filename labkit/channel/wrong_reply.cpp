#include "labkit/channel/wrong_reply.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "labkit/channel/options.h"

namespace gridmark::channel {
namespace {

using Bytes = std::vector<std::byte>;

// Relative RMSE from which a replaced array counts as changed. Half precision is usually off by 2e-4. A
// single value may round to almost itself, and then there is nothing to notice.
constexpr double least_half_error = 1e-4;
constexpr double least_error = 1e-2;

constexpr std::pair<std::string_view, WrongReply> names[] = {{"zeros", WrongReply::zeros},
                                                             {"input_copy", WrongReply::input_copy},
                                                             {"stale", WrongReply::stale},
                                                             {"unwritten", WrongReply::unwritten},
                                                             {"nan", WrongReply::nan},
                                                             {"half", WrongReply::half},
                                                             {"last_element", WrongReply::last_element}};

bool is_number(const OutputView& output) { return output.element != Element::other; }

double number_at(std::span<const std::byte> bytes, Element element, std::size_t index) {
  if (element == Element::float32) {
    float value = 0;
    std::memcpy(&value, bytes.data() + index * sizeof value, sizeof value);
    return static_cast<double>(value);
  }
  double value = 0;
  std::memcpy(&value, bytes.data() + index * sizeof value, sizeof value);
  return value;
}

void set_number(Bytes& bytes, Element element, std::size_t index, double value) {
  const auto single = static_cast<float>(value);
  if (element == Element::float32)
    std::memcpy(bytes.data() + index * sizeof single, &single, sizeof single);
  else
    std::memcpy(bytes.data() + index * sizeof value, &value, sizeof value);
}

/// The nearest number of IEEE binary16.
double rounded_to_half(double value) {
  if (!std::isfinite(value) || value == 0) return value;
  constexpr int least_exponent = -14, fraction_bits = 10;
  constexpr double largest = 65504, beyond = 65520;
  if (std::abs(value) >= beyond) return std::copysign(std::numeric_limits<double>::infinity(), value);
  const double step = std::ldexp(1, std::max(std::ilogb(value), least_exponent) - fraction_bits);
  return std::clamp(std::nearbyint(value / step) * step, -largest, largest);
}

/// The output rounded to half precision. Nothing if it does not hold numbers.
std::optional<Bytes> in_half_precision(const OutputView& output) {
  if (!is_number(output)) return std::nullopt;
  Bytes bytes(output.bytes.begin(), output.bytes.end());
  for (std::size_t i = 0; i < bytes.size() / output.element_bytes; ++i)
    set_number(bytes, output.element, i, rounded_to_half(number_at(output.bytes, output.element, i)));
  return bytes;
}

std::optional<Bytes> with_nan(const OutputView& output) {
  if (!is_number(output)) return std::nullopt;
  Bytes bytes(output.bytes.begin(), output.bytes.end());
  set_number(bytes, output.element, bytes.size() / output.element_bytes / 2,
             std::numeric_limits<double>::quiet_NaN());
  return bytes;
}

/// Sets the last element that was written to 0, or to 1 if it is 0. The elements behind it are unused room.
std::optional<Bytes> without_last(const OutputView& output) {
  Bytes bytes(output.bytes.begin(), output.bytes.end());
  const auto is_poison = [](std::byte byte) { return byte == std::byte{poison_byte}; };
  for (std::size_t end = bytes.size(); end >= output.element_bytes; end -= output.element_bytes) {
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(end - output.element_bytes);
    const auto last = bytes.begin() + static_cast<std::ptrdiff_t>(end);
    if (std::all_of(first, last, is_poison)) continue;
    const bool was_zero = std::all_of(first, last, [](std::byte byte) { return byte == std::byte{0}; });
    std::fill(first, last, std::byte{0});
    if (was_zero && is_number(output)) set_number(bytes, output.element, end / output.element_bytes - 1, 1);
    if (was_zero && !is_number(output)) *first = std::byte{1};
    return bytes;
  }
  return std::nullopt;
}

/// Repeats the first input of the same type to fill the output. Inputs of the same size come first.
std::optional<Bytes> copy_of_input(const std::vector<InputView>& inputs, const OutputView& output) {
  const InputView* chosen = nullptr;
  for (const InputView& input : inputs) {
    if (input.bytes.empty() || input.element != output.element || input.element_bytes != output.element_bytes)
      continue;
    const bool same_size = input.bytes.size() == output.bytes.size();
    if (chosen == nullptr || (same_size && chosen->bytes.size() != output.bytes.size())) chosen = &input;
  }
  if (chosen == nullptr) return std::nullopt;
  Bytes bytes(output.bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = chosen->bytes[i % chosen->bytes.size()];
  return bytes;
}

/// Whether `wrong` is so far from `output` that a test must notice it.
bool differs(const OutputView& output, const Bytes& wrong, WrongReply reply) {
  const bool bytes_differ = !std::equal(wrong.begin(), wrong.end(), output.bytes.begin());
  if (!is_number(output) || !bytes_differ || reply == WrongReply::last_element) return bytes_differ;
  double error = 0, norm = 0;
  for (std::size_t i = 0; i < wrong.size() / output.element_bytes; ++i) {
    const double was = number_at(output.bytes, output.element, i);
    const double is = number_at(wrong, output.element, i);
    if (std::isnan(was) && std::isnan(is)) continue;
    if (!std::isfinite(is) || !std::isfinite(was)) {
      if (is != was) return true;
      continue;
    }
    error += (is - was) * (is - was);
    norm += was * was;
  }
  const double least = reply == WrongReply::half ? least_half_error : least_error;
  return error > least * least * norm;
}

}  // namespace

std::optional<WrongReply> wrong_reply_of(std::string_view name) {
  for (const auto& [known, reply] : names)
    if (known == name) return reply;
  return std::nullopt;
}

std::optional<Replacement> parse_replacement(std::string_view text) {
  const auto colon = text.find(':');
  const auto reply = wrong_reply_of(text.substr(0, colon));
  if (!reply || colon == text.npos) return std::nullopt;
  const std::string_view digits = text.substr(colon + 1);
  std::size_t output = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), output);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return Replacement{*reply, output};
}

std::optional<Bytes> Replacer::wrong_bytes(std::string_view operation, const std::vector<InputView>& inputs,
                                           const OutputView& output) const {
  switch (what_.reply) {
    case WrongReply::zeros:
      return Bytes(output.bytes.size());
    case WrongReply::unwritten:
      return Bytes(output.bytes.size(), std::byte{poison_byte});
    case WrongReply::input_copy:
      return copy_of_input(inputs, output);
    case WrongReply::nan:
      return with_nan(output);
    case WrongReply::half:
      return in_half_precision(output);
    case WrongReply::last_element:
      return without_last(output);
    case WrongReply::stale:
      for (const Answer& answer : last_answers_)
        if (answer.operation == operation && answer.bytes.size() == output.bytes.size()) return answer.bytes;
  }
  return std::nullopt;
}

void Replacer::remember(std::string_view operation, const Bytes& bytes) {
  for (Answer& answer : last_answers_)
    if (answer.operation == operation && answer.bytes.size() == bytes.size()) {
      answer.bytes = bytes;
      return;
    }
  last_answers_.push_back({std::string(operation), bytes});
}

bool Replacer::replace(std::string_view operation, const std::vector<InputView>& inputs,
                       const std::vector<OutputView>& outputs) {
  outputs_ = std::max(outputs_, outputs.size());
  if (what_.output >= outputs.size()) return false;
  const OutputView& output = outputs[what_.output];
  if (output.bytes.empty()) return false;
  const Bytes right(output.bytes.begin(), output.bytes.end());
  const std::optional<Bytes> wrong = wrong_bytes(operation, inputs, output);
  if (what_.reply == WrongReply::stale) remember(operation, right);
  if (!wrong || !differs(output, *wrong, what_.reply)) return false;
  std::copy(wrong->begin(), wrong->end(), output.bytes.begin());
  return true;
}

void Replacer::watch(std::string_view operation, std::shared_ptr<bool> was_read) {
  watched_.push_back({fmt::format("output {} of {}", what_.output + 1, operation), std::move(was_read)});
}

void Replacer::tolerate(WrongReply reply, std::string reason) {
  if (reply == what_.reply) tolerated_ = std::move(reason);
}

Replacer::Seen Replacer::end_test() {
  Seen seen{{}, outputs_, std::move(tolerated_)};
  for (const Watched& watched : watched_)
    if (*watched.was_read &&
        std::find(seen.arrays.begin(), seen.arrays.end(), watched.array) == seen.arrays.end())
      seen.arrays.push_back(watched.array);
  watched_.clear();
  tolerated_.clear();
  outputs_ = 0;
  return seen;
}

Replacer* replacer() {
  static std::optional<Replacer> instance;
  if (!options().replacement) return nullptr;
  if (!instance) instance.emplace(*options().replacement);
  return &*instance;
}

void tolerates(WrongReply reply, std::string reason) {
  if (Replacer* const replacing = replacer()) replacing->tolerate(reply, std::move(reason));
}

}  // namespace gridmark::channel
