#pragma once
// What the tests of a lab must notice: `gridmark verify` lets the solution answer and puts a wrong reply in
// the place of one of its outputs (the checker's option --replace). A grade never does.
//
// Theory of operation. The option names a kind and the place of an output among those of an operation. After
// each answer the checker's snapshot of that output is replaced; the shared memory and the submission see
// nothing of it. A test that reads a snapshot which really changed has to fail, or to lose points on what it
// records; gridmark compares. Numbers count as changed where no tolerance of a course could hide it.
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

/// What stands in the place of a right output.
enum class WrongReply {
  zeros,         ///< nothing but zeros
  input_copy,    ///< an input of the same type, the first of the same size if there is one, over and over
  stale,         ///< the last answer of the same size
  unwritten,     ///< what was there before the call
  nan,           ///< one NaN, in the middle
  half,          ///< every number rounded to half precision, as FP16 arithmetic has it at best
  last_element,  ///< all right but the last element
};

/// "zeros" -> WrongReply::zeros.
std::optional<WrongReply> wrong_reply_of(std::string_view name);

/// What to replace, as --replace says it: "half:0" is the first output of each operation.
struct Replacement {
  WrongReply reply;
  std::size_t output;
};

/// returns  nothing where `text` is no replacement
std::optional<Replacement> parse_replacement(std::string_view text);

/// How the bytes of an array are to be read.
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

/// What a wrong reply could not be told from before the call, and what the test that runs now says of it.
class Replacer {
 public:
  explicit Replacer(Replacement what) : what_(what) {}

  /// Replaces the output if `outputs` has it.
  /// returns  true where that changed it
  bool replace(std::string_view operation, const std::vector<InputView>& inputs,
               const std::vector<OutputView>& outputs);

  /// Notes that a test which reads what `was_read` watches has something to notice.
  void watch(std::string_view operation, std::shared_ptr<bool> was_read);
  void tolerate(WrongReply reply, std::string reason);

  /// Of the test that ends now: replaced outputs that it read ("output 1 of matmul"), the most outputs that
  /// an operation had, and why it need not notice. Starts the next test.
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

/// This checker's replacer; null in a grade.
Replacer* replacer();

/// Says that the test that runs now is right not to notice `reply`, and why: an answer in half precision by
/// contract, a time that no reference fixes. `gridmark verify` shows the reason.
void tolerates(WrongReply reply, std::string reason);

/// After an answer: replaces an output of `operation` if this checker has to.
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
