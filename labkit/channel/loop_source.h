#pragma once
// The loops of a CUDA source, found in its text alone.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::channel {

/// A `for` or `while` with its tokens: [init, condition), [condition, step) and so on. `end` is behind the
/// body.
struct Loop {
  std::size_t start = 0, init = 0, condition = 0, step = 0, body = 0, end = 0;
  bool is_for = false;
};

class LoopSource {
 public:
  using Index = std::size_t;  ///< of a token, an absent token has the text ""

  explicit LoopSource(std::string_view text);

  const std::string& at(Index index) const { return index < tokens_.size() ? tokens_[index].text : nothing_; }
  bool is(Index index, std::string_view text) const { return at(index) == text; }
  bool is_member(Index index) const { return is(index - 1, ".") || is(index - 1, "->"); }
  int line_of(const Loop& loop) const { return tokens_[loop.start].line; }
  /// The tokens, formatted as a programmer writes them.
  std::string text(Index from, Index to) const;
  /// The loops around the line, the innermost first.
  std::vector<Loop> loops_around(int line) const;
  /// The loops behind the line, up to the end of its block.
  std::vector<Loop> loops_behind(int line) const;

 private:
  struct Word {
    std::string text;
    int line = 0;
  };
  Index behind_bracket(Index open) const;
  Index behind_statement(Index first, int depth = 0) const;
  Index find(Index from, Index to, std::string_view text) const;
  std::optional<Loop> loop_at(Index start) const;
  bool read_header(Loop& loop, Index close) const;

  std::vector<Word> tokens_;
  std::string nothing_;
};

}  // namespace gridmark::channel
