#include "labkit/starter/marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace gridmark::starter {
namespace {

constexpr std::string_view begin_mark = "// BEGIN SOLUTION";
constexpr std::string_view end_mark = "// END SOLUTION";
constexpr std::string_view starter_mark = "//:";

/// What one line is to the reader; `rest` is what follows the mark.
struct Line {
  enum class Kind { text, begin, end, starter } kind = Kind::text;
  std::string_view whole;   ///< with its newline
  std::string_view indent;  ///< spaces before the mark
  std::string_view rest;    ///< a begin or end mark's name, a starter line's text with its newline
};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Line classify(std::string_view whole) {
  const auto indent = std::min(whole.find_first_not_of(" \t"), whole.size());
  const std::string_view text = whole.substr(indent);
  Line line{Line::Kind::text, whole, whole.substr(0, indent), {}};
  if (text.starts_with(begin_mark)) {
    line.kind = Line::Kind::begin;
    line.rest = trimmed(text.substr(begin_mark.size()));
  } else if (text.starts_with(end_mark)) {
    line.kind = Line::Kind::end;
    line.rest = trimmed(text.substr(end_mark.size()));
  } else if (text.starts_with(starter_mark)) {
    line.kind = Line::Kind::starter;
    line.rest = text.substr(starter_mark.size());
    if (line.rest.starts_with(' ')) line.rest.remove_prefix(1);
  }
  return line;
}

bool is_block_name(std::string_view name) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && std::all_of(name.begin(), name.end(), allowed);
}

/// Goes through a file line by line and keeps the piece that is being read.
class Reader {
 public:
  explicit Reader(std::string_view file) : file_(file) {}

  Result<std::vector<Piece>> read(std::string_view text) {
    while (!text.empty() && !failure_) {
      const auto newline = std::min(text.find('\n'), text.size() - 1);
      ++line_number_;
      take(classify(text.substr(0, newline + 1)));
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
                  fmt::format("BEGIN SOLUTION inside the block {} of line {}; blocks do not nest",
                              piece_.block, piece_.line));
    if (!is_block_name(line.rest))
      return fail(
          line_number_,
          fmt::format("BEGIN SOLUTION is followed by \"{}\", expected a name of a-z, 0-9 and _", line.rest));
    if (const Piece* first = find(line.rest))
      return fail(line_number_,
                  fmt::format("a second block {}; the first is in line {}", line.rest, first->line));
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
    if (!in_block()) return fail(line_number_, "a starter line (//:) outside a block");
    // An empty starter line has no indentation, so that the starter has no trailing spaces.
    if (!trimmed(line.rest).empty()) piece_.starter += line.indent;
    piece_.starter += line.rest;
  }

  void text(const Line& line) {
    if (line.whole.find("BEGIN SOLUTION") != line.whole.npos ||
        line.whole.find("END SOLUTION") != line.whole.npos)
      return fail(line_number_,
                  fmt::format("a misspelled mark; expected \"{} NAME\" or \"{} NAME\" alone on its line",
                              begin_mark, end_mark));
    piece_.solved += line.whole;
    if (!in_block()) piece_.starter += line.whole;
  }

  /// Ends the piece that is being read; what follows is text until the next BEGIN SOLUTION.
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
