#include "emulation/rewrite/side.h"

#include <algorithm>

#include "emulation/rewrite/line_marker.h"

namespace gridmark::rewrite {
namespace {

int number_of(const std::string& name, Files& files) {
  const auto number = std::find(files.begin(), files.end(), name) - files.begin();
  if (number == static_cast<std::ptrdiff_t>(files.size())) files.push_back(name);
  return static_cast<int>(number);
}

std::vector<Placed> placed_tokens(const Source& source, Files& files) {
  std::vector<Placed> placed;
  int file = number_of("", files), line = 1;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const std::string_view text = source.text(i);
    const Token::Kind kind = source[i].kind;
    if (kind == Token::Kind::marker) {
      if (const auto marker = read_line_marker(text.substr(0, text.find('\n')))) {
        file = number_of(marker->file, files);
        line = marker->line - 1;  // its own newline is still to come
        continue;
      }
    } else if (files[static_cast<std::size_t>(file)].starts_with('<')) {
      continue;  // <command-line>, in which one side has one macro more
    } else if (kind != Token::Kind::blank && kind != Token::Kind::foreign && kind != Token::Kind::macro_end) {
      placed.push_back({i, file, line});
    }
    line += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }
  return placed;
}

/// The end of the tokens that stand in the line of the one at `from`.
std::size_t end_of_line(const std::vector<Placed>& placed, std::size_t from) {
  std::size_t end = from;
  while (end < placed.size() && placed[end].file == placed[from].file &&
         placed[end].line == placed[from].line)
    ++end;
  return end;
}

/// The number of tokens before `wanted`'s place, or of all tokens.
std::size_t steps_to(const Placed& wanted, const std::vector<Placed>& placed, std::size_t from) {
  std::size_t steps = 0;
  for (; from + steps < placed.size(); ++steps) {
    const Placed& here = placed[from + steps];
    if (here.file == wanted.file && here.line >= wanted.line) break;
  }
  return steps;
}

/// Finds the twins in one line. If a macro was expanded differently, both sides continue at the nearest words
/// that they share.
class LineAligner {
 public:
  LineAligner(Side& device, Side& host) : device_(device), host_(host) {}

  void align(std::size_t d, std::size_t d_end, std::size_t h, std::size_t h_end) {
    constexpr std::size_t farthest = 60;
    std::size_t skipped = 0;
    while (d < d_end && h < h_end) {
      bool found = false;
      for (std::size_t more = 0; more <= skipped && !found; ++more) {
        const std::size_t a = d + more, b = h + skipped - more;
        found = a < d_end && b < h_end && word(device_, a) == word(host_, b);
        if (found) pair(device_.placed[d = a].token, host_.placed[h = b].token);
      }
      if (!found && ++skipped > farthest) return;
      if (found) ++d, ++h, skipped = 0;
    }
  }

 private:
  static std::string_view word(const Side& side, std::size_t i) {
    return side.source.text(side.placed[i].token);
  }

  void pair(std::size_t device_token, std::size_t host_token) {
    device_.twins[device_token] = host_token;
    host_.twins[host_token] = device_token;
  }

  Side& device_;
  Side& host_;
};

}  // namespace

Side::Side(std::string_view text, Files& files)
    : source(text), placed(placed_tokens(source, files)), twins(source.size(), Source::none) {}

void Side::count_strangers(const std::set<std::string_view>& names) {
  std::vector<bool> is_stranger(source.size());
  for (const Placed& p : placed)
    is_stranger[p.token] = twins[p.token] == Source::none ||
                           (source.is_identifier(p.token) && names.contains(source.text(p.token)));
  strangers_.assign(source.size() + 1, 0);
  for (std::size_t i = 0; i < source.size(); ++i) strangers_[i + 1] = strangers_[i] + is_stranger[i];
}

const Placed& Side::place(std::size_t token) const {
  return *std::lower_bound(placed.begin(), placed.end(), token,
                           [](const Placed& p, std::size_t wanted) { return p.token < wanted; });
}

std::size_t Side::column(std::size_t token) const {
  const std::size_t at = source[token].begin, newline = source.whole().rfind('\n', at);
  return newline == std::string_view::npos ? at : at - newline - 1;
}

void align(Side& device, Side& host) {
  LineAligner lines(device, host);
  const auto &ds = device.placed, &hs = host.placed;
  for (std::size_t d = 0, h = 0; d < ds.size() && h < hs.size();) {
    const Placed &a = ds[d], &b = hs[h];
    if (a.file == b.file && a.line == b.line) {
      const std::size_t d_end = end_of_line(ds, d), h_end = end_of_line(hs, h);
      lines.align(d, d_end, h, h_end);
      d = d_end, h = h_end;
    } else if (a.file == b.file) {
      a.line < b.line ? ++d : ++h;
    } else {  // one side includes a file, so the other waits at the place behind it
      const std::size_t in_host = steps_to(a, hs, h), in_device = steps_to(b, ds, d);
      in_host <= in_device ? h += in_host : d += in_device;
    }
  }
}

}  // namespace gridmark::rewrite
