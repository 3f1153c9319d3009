#pragma once
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// Finds out from the words of the code whether a thread runs straight through it, independently of other
/// threads.
///
/// Theory of operation
/// Straight code has no loop, no jump and no barrier. It calls only arithmetic functions, and functions whose
/// body in this text is straight itself. So it cannot wait for another thread, and it never asks the engine
/// which thread runs: a kernel's uses of threadIdx stand in its own text. A parameter is the same for the
/// whole row and must not change. All of that must be certain, so every word must be known. Types are built
/// in ones, because a class may call hidden functions. Macros are read as their meaning. A text that declares
/// operators for device code has no straight code.
class StraightCode {
 public:
  explicit StraightCode(const Source& source);

  /// The kernel whose parameters stand in brackets at `parameters`, and whose body in braces at `body`.
  /// `types` has names that stand for types, the template's.
  bool is_straight_kernel(std::size_t parameters, std::size_t body, const std::set<std::string_view>& types);

 private:
  struct Range {
    std::size_t open, close;
  };
  struct Function {
    Range parameters, body;
  };
  enum class Kind { kernel, function, macro };
  enum class Verdict { unknown, straight, other };

  void read_macros();
  void read_functions();
  void look_for_threads();
  bool is_device_declaration(std::size_t t) const;
  bool is_straight(std::size_t begin, std::size_t end, Kind kind, const std::set<std::string_view>& types);
  bool word_is_straight(std::size_t t, Kind kind, const std::set<std::string_view>& types);
  bool name_is_straight(std::size_t t, Kind kind, const std::set<std::string_view>& types);
  void read_parameters(std::size_t open, std::size_t close);
  bool is_left_alone(std::size_t t) const;
  bool mark_is_straight(std::size_t t, const std::set<std::string_view>& types) const;
  bool is_type(std::size_t t, const std::set<std::string_view>& types) const;
  bool holds_a_type(std::size_t open, const std::set<std::string_view>& types) const;
  bool may_be_called(std::string_view name);
  bool macro_is_straight(std::string_view name, Kind kind, const std::set<std::string_view>& types);

  const Source& source_;
  bool declares_operators_ = false;                        ///< the text declares operators for device code
  bool names_threads_ = false;                             ///< the text mentions threads outside of kernels
  std::map<std::string_view, std::vector<Range>> macros_;  ///< by name: first token of the body, and its end
  std::map<std::string_view, std::vector<Function>> functions_;
  std::map<std::string_view, Verdict> verdicts_;  ///< of functions
  std::set<std::string_view> macros_in_use_;
  std::set<std::string_view> parameters_;  ///< of the current kernel
  std::size_t budget_ = 0;                 ///< number of tokens that may still be read for this kernel
};

}  // namespace gridmark::rewrite
