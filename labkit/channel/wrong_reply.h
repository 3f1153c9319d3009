#pragma once
// Wrong replies that the tests of a lab must notice. `gridmark verify` lets the solution answer and replaces
// one of its outputs by a wrong one (the checker's option --replace). Grading never does this.
//
// Theory of operation. The option names a kind of wrong reply and the index of an output in an operation.
// After each answer the checker's snapshot of that output is replaced. The shared memory and the submission
// do not change. A test that reads a snapshot with a real change must fail, or lose points by its
// measurements. gridmark compares. A number counts as changed if no tolerance of a course could hide the
// change.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "labkit/channel/operation.h"

namespace gridmark::channel {

/// Replacements for a right output.
enum class WrongReply {
  zeros,         ///< only zeros
  input_copy,    ///< an input of the same type, repeated. One of the same size is preferred
  stale,         ///< the last answer of the same size
  unwritten,     ///< the contents before the call
  nan,           ///< one NaN, in the middle
  half,          ///< every number rounded to half precision, the best that FP16 arithmetic can give
  last_element,  ///< only the last element is wrong
};

/// "zeros" -> WrongReply::zeros.
std::optional<WrongReply> wrong_reply_of(std::string_view name);

/// The meaning of --replace: "half:0" is the first output of each operation.
struct Replacement {
  WrongReply reply;
  std::size_t output;
};

/// returns  nothing if `text` is not a replacement
std::optional<Replacement> parse_replacement(std::string_view text);

/// The element type of an array.
enum class Element { float32, float64, other };

template <class T>
constexpr Element element_of() {
  if constexpr (std::is_same_v<T, float>) return Element::float32;
  if constexpr (std::is_same_v<T, double>) return Element::float64;
  return Element::other;
}

struct InputView {
  std::span<const std::byte> bytes;
  std::size_t element_bytes;
  Element element;
};

struct OutputView {
  std::span<std::byte> bytes;  ///< the checker's snapshot
  std::size_t element_bytes;
  Element element;
};

/// Replaces outputs, and knows the earlier answers and whether the running test must notice.
class Replacer {
 public:
  explicit Replacer(Replacement what) : what_(what) {}

  /// Replaces the output if `outputs` has it.
  /// returns  true if that changed it
  bool replace(std::string_view operation, const std::vector<InputView>& inputs,
               const std::vector<OutputView>& outputs);

  /// Notes that a test that reads the output watched by `was_read` has something to notice.
  void watch(std::string_view operation, std::shared_ptr<bool> was_read);
  void tolerate(WrongReply reply, std::string reason);

  /// The facts of the test that ends now: replaced outputs that it read ("output 1 of matmul"), the most
  /// outputs of any operation, and why it need not notice. The call starts the next test.
  struct Seen {
    std::vector<std::string> arrays;
    std::size_t outputs = 0;
    std::string tolerated;
  };
  Seen end_test();

  std::size_t output() const { return what_.output; }

 private:
  struct Watched {
    std::string array;
    std::shared_ptr<bool> was_read;
  };
  struct Answer {
    std::string operation;
    std::vector<std::byte> bytes;
  };

  std::optional<std::vector<std::byte>> wrong_bytes(std::string_view operation,
                                                    const std::vector<InputView>& inputs,
                                                    const OutputView& output) const;
  void remember(std::string_view operation, const std::vector<std::byte>& bytes);

  Replacement what_;
  std::vector<Answer> last_answers_;  ///< one for each operation and size
  std::vector<Watched> watched_;
  std::size_t outputs_ = 0;
  std::string tolerated_;
};

/// This checker's replacer, null in grading.
Replacer* replacer();

/// Declares that the running test may overlook `reply`, and why. Examples are an answer in half precision by
/// contract, and a time that no reference fixes. `gridmark verify` shows the reason.
void tolerates(WrongReply reply, std::string reason);

/// Call after an answer. Replaces an output of `operation` if this checker must do so.
template <class Operation>
void replace_reply(Operation& operation) {
  Replacer* const replacing = replacer();
  if (replacing == nullptr) return;
  std::vector<InputView> inputs;
  std::vector<OutputView> outputs;
  const auto view = [&](auto& field) {
    if constexpr (requires { field.snapshot(); }) {
      using T = typename std::remove_cvref_t<decltype(field.snapshot())>::element_type;
      outputs.push_back({std::as_writable_bytes(field.snapshot()), sizeof(T), element_of<T>()});
    } else if constexpr (requires { field.values(); }) {
      using T = std::remove_const_t<typename std::remove_cvref_t<decltype(field.values())>::element_type>;
      inputs.push_back({std::as_bytes(field.values()), sizeof(T), element_of<T>()});
    }
  };
  std::apply([&](auto&... field) { (view(field), ...); }, operation.fields());
  if (!replacing->replace(Operation::name, inputs, outputs)) return;
  const auto was_read = std::make_shared<bool>(false);
  std::size_t at = 0;
  const auto watch = [&](auto& field) {
    if constexpr (requires { field.snapshot(); })
      if (at++ == replacing->output()) field.watch(was_read);
  };
  std::apply([&](auto&... field) { (watch(field), ...); }, operation.fields());
  replacing->watch(Operation::name, was_read);
}

}  // namespace gridmark::channel
