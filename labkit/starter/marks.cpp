#include "labkit/starter/marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace gridmark::starter {
namespace {

/// The spelling of marks in one kind of file.
struct Spelling {
  std::string_view begin, end, starter;
  std::string_view closing;  ///< at the end of each mark's line
};

constexpr Spelling code{"// BEGIN SOLUTION", "// END SOLUTION", "//:", ""};
constexpr Spelling markdown{"<!-- BEGIN SOLUTION", "<!-- END SOLUTION", "<!--:", "-->"};

/// The kind of one line. `rest` is the text after the mark.
struct Line {
  enum class Kind { text, begin, end, starter } kind = Kind::text;
  std::string_view whole;   ///< including its newline
  std::string_view indent;  ///< spaces before the mark
  std::string rest;         ///< the name in a begin or end mark, or a starter line's text with its newline
};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// `text` without `closing` and the blanks before it. A newline stays.
std::string without_closing(std::string_view text, std::string_view closing) {
  const std::string_view newline = text.ends_with("\r\n") ? "\r\n" : text.ends_with('\n') ? "\n" : "";
  std::string_view rest = text.substr(0, text.size() - newline.size());
  if (closing.empty() || !rest.ends_with(closing)) return std::string(text);
  rest.remove_suffix(closing.size());
  while (rest.ends_with(' ')) rest.remove_suffix(1);
  return std::string(rest).append(newline);
}

Line classify(std::string_view whole, const Spelling& marks) {
  const auto indent = std::min(whole.find_first_not_of(" \t"), whole.size());
  const std::string_view text = whole.substr(indent);
  Line line{Line::Kind::text, whole, whole.substr(0, indent), {}};
  const auto name_behind = [&](std::string_view mark) {
    return std::string(trimmed(without_closing(text.substr(mark.size()), marks.closing)));
  };
  if (text.starts_with(marks.begin)) {
    line.kind = Line::Kind::begin;
    line.rest = name_behind(marks.begin);
  } else if (text.starts_with(marks.end)) {
    line.kind = Line::Kind::end;
    line.rest = name_behind(marks.end);
  } else if (text.starts_with(marks.starter)) {
    line.kind = Line::Kind::starter;
    line.rest = without_closing(text.substr(marks.starter.size()), marks.closing);
    if (line.rest.starts_with(' ')) line.rest.erase(0, 1);
  }
  return line;
}

bool is_block_name(std::string_view name) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && std::all_of(name.begin(), name.end(), allowed);
}

/// Reads a file line by line and keeps the current piece.
class Reader {
 public:
  explicit Reader(std::string_view file) : file_(file), marks_(file.ends_with(".md") ? markdown : code) {}

  Result<std::vector<Piece>> read(std::string_view text) {
    while (!text.empty() && !failure_) {
      const auto newline = std::min(text.find('\n'), text.size() - 1);
      ++line_number_;
      take(classify(text.substr(0, newline + 1), marks_));
      text.remove_prefix(newline + 1);
    }
    if (!failure_ && in_block())
      fail(piece_.line, fmt::format("BEGIN SOLUTION {} has no END SOLUTION", piece_.block));
    if (failure_) return tl::unexpected(*failure_);
    close();
    return std::move(pieces_);
  }

 private:
  void take(const Line& line) {
    switch (line.kind) {
      case Line::Kind::begin:
        return begin(line);
      case Line::Kind::end:
        return end(line);
      case Line::Kind::starter:
        return starter(line);
      case Line::Kind::text:
        return text(line);
    }
  }

  void begin(const Line& line) {
    if (in_block())
      return fail(line_number_,
                  fmt::format("BEGIN SOLUTION inside the block {} of line {}. Blocks do not nest",
                              piece_.block, piece_.line));
    if (!is_block_name(line.rest))
      return fail(
          line_number_,
          fmt::format("BEGIN SOLUTION is followed by \"{}\", expected a name of a-z, 0-9 and _", line.rest));
    if (const Piece* first = find(line.rest))
      return fail(line_number_,
                  fmt::format("a second block {}. The first is in line {}", line.rest, first->line));
    close();
    piece_ = Piece{std::string(line.rest), line_number_, {}, {}};
  }

  void end(const Line& line) {
    if (!in_block()) return fail(line_number_, "END SOLUTION without BEGIN SOLUTION");
    if (line.rest != piece_.block)
      return fail(line_number_, fmt::format("END SOLUTION {} ends the block {} of line {}", line.rest,
                                            piece_.block, piece_.line));
    close();
  }

  void starter(const Line& line) {
    if (!in_block())
      return fail(line_number_, fmt::format("a starter line ({}) outside a block", marks_.starter));
    // An empty starter line has no indentation, so that the starter has no trailing spaces.
    if (!trimmed(line.rest).empty()) piece_.starter += line.indent;
    piece_.starter += line.rest;
  }

  void text(const Line& line) {
    if (line.whole.find("BEGIN SOLUTION") != line.whole.npos ||
        line.whole.find("END SOLUTION") != line.whole.npos)
      return fail(
          line_number_,
          fmt::format("a misspelled mark, expected \"{0} NAME{2}\" or \"{1} NAME{2}\" alone on its line",
                      marks_.begin, marks_.end, marks_.closing.empty() ? "" : " -->"));
    piece_.solved += line.whole;
    if (!in_block()) piece_.starter += line.whole;
  }

  /// Ends the current piece. The text after it belongs to a piece without a block until the next BEGIN
  /// SOLUTION.
  void close() {
    if (in_block() || !piece_.solved.empty()) pieces_.push_back(std::move(piece_));
    piece_ = Piece{{}, line_number_ + 1, {}, {}};
  }

  const Piece* find(std::string_view block) const {
    const auto found =
        std::find_if(pieces_.begin(), pieces_.end(), [&](const Piece& p) { return p.block == block; });
    return found == pieces_.end() ? nullptr : &*found;
  }

  void fail(int line, std::string_view message) { failure_ = fmt::format("{}:{}: {}", file_, line, message); }
  bool in_block() const { return !piece_.block.empty(); }

  std::string_view file_;
  const Spelling& marks_;
  int line_number_ = 0;
  Piece piece_;
  std::vector<Piece> pieces_;
  std::optional<std::string> failure_;
};

}  // namespace

Result<std::vector<Piece>> read_marks(std::string_view file, std::string_view text) {
  return Reader(file).read(text);
}

}  // namespace gridmark::starter
