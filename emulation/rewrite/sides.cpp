#include "emulation/rewrite/sides.h"

// Theory of operation
// Both texts come from the same lines: a token of one has its twin in the other at the same place of the same
// file, and what has none stands in a branch of an #if. So the texts are aligned in one walk, by places. A
// body in braces whose braces are twins, and in which some token has no twin, differs; it is taken whole,
// because a branch may declare what the rest of the body uses. Lambdas inside with qualifiers of their own
// are made first, in both texts, since either side may hand them to the other.
#include <algorithm>
#include <initializer_list>
#include <map>
#include <vector>

#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/line_marker.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {
namespace {

/// A token that is not white space, and where it was written.
struct Placed {
  std::size_t token;
  int file;
  int line;
};

/// The names of files; their places in it stand for them in both texts.
using Files = std::vector<std::string>;

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
      continue;  // <command-line>, where one side has a macro more
    } else if (kind != Token::Kind::blank && kind != Token::Kind::foreign && kind != Token::Kind::macro_end) {
      placed.push_back({i, file, line});
    }
    line += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }
  return placed;
}

/// What a function's head says about where it runs.
struct Qualifiers {
  bool host = false;
  bool device = false;
};

/// One of the two texts, and what of it the other has too.
struct Side {
  Source source;
  std::vector<Placed> placed;
  std::vector<std::size_t> twins;    ///< by token: the other side's token, or Source::none
  std::vector<std::size_t> without;  ///< by token: how many before it have no twin

  Side(std::string_view text, Files& files)
      : source(text), placed(placed_tokens(source, files)), twins(source.size(), Source::none) {}
  void count() {
    std::vector<bool> is_code(source.size());
    for (const Placed& p : placed) is_code[p.token] = true;
    without.assign(source.size() + 1, 0);
    for (std::size_t i = 0; i < source.size(); ++i)
      without[i + 1] = without[i] + (is_code[i] && twins[i] == Source::none);
  }
  const Placed& place(std::size_t token) const {
    return *std::lower_bound(placed.begin(), placed.end(), token,
                             [](const Placed& p, std::size_t wanted) { return p.token < wanted; });
  }
  std::size_t column(std::size_t token) const {
    const std::size_t at = source[token].begin, newline = source.whole().rfind('\n', at);
    return newline == std::string_view::npos ? at : at - newline - 1;
  }
  bool has_strangers(std::size_t begin, std::size_t end) const { return without[begin] != without[end]; }
};

/// Pairs up twins. False where the texts do not come from the same lines.
bool align(Side& device, Side& host) {
  std::size_t d = 0, h = 0;
  const auto &ds = device.placed, &hs = host.placed;
  while (d < ds.size() && h < hs.size()) {
    const Placed &a = ds[d], &b = hs[h];
    if (a.file == b.file && a.line == b.line) {
      if (device.source.text(a.token) != host.source.text(b.token)) return false;
      device.twins[a.token] = b.token;
      host.twins[b.token] = a.token;
      ++d, ++h;
    } else if (a.file == b.file) {
      a.line < b.line ? ++d : ++h;
    } else {  // one side includes a file: the other waits where it goes on
      const auto behind = [](const std::vector<Placed>& all, std::size_t from, const Placed& wanted) {
        std::size_t steps = 0;
        for (; from + steps < all.size(); ++steps) {
          if (all[from + steps].file == wanted.file && all[from + steps].line >= wanted.line) break;
        }
        return steps;
      };
      const std::size_t in_host = behind(hs, h, a), in_device = behind(ds, d, b);
      in_host <= in_device ? h += in_host : d += in_device;
    }
  }
  device.count();
  host.count();
  return true;
}

class Merger {
 public:
  Merger(const Side& device, const Side& host, const Files& files)
      : device_(device), host_(host), files_(files) {
    read_macros();
  }

  std::string run() {
    EditList edits, unused;
    merge_within(0, device_.source.size(), edits, unused);
    return edits.apply(device_.source.whole());
  }

 private:
  enum class Brace { scope, function, statement };

  /// What stands for qualifiers: `#define HD __host__ __device__`.
  void read_macros() {
    const Source& source = device_.source;
    for (std::size_t i = 0; i < source.size(); ++i) {
      if (source[i].kind != Token::Kind::macro) continue;
      Qualifiers found;
      std::string_view name = source.text(i);
      name.remove_prefix(std::min(name.find("define") + 6, name.size()));
      name.remove_prefix(std::min(name.find_first_not_of(" \t"), name.size()));
      std::size_t end = 0;
      while (end < name.size() && continues_identifier(name[end])) ++end;
      for (std::size_t t = i + 1; t < source.size() && source[t].kind != Token::Kind::macro_end; ++t)
        add(found, t);
      if (found.host || found.device) macros_[name.substr(0, end)] = found;
    }
  }

  void add(Qualifiers& to, std::size_t t) const {
    const Source& source = device_.source;
    to.host |= source.is(t, "__host__");
    to.device |= source.is(t, "__device__") || source.is(t, "__global__");
    if (!source.is_identifier(t)) return;
    if (const auto macro = macros_.find(source.text(t)); macro != macros_.end()) {
      to.host |= macro->second.host;
      to.device |= macro->second.device;
    }
  }

  /// The tokens of the head of the brace at `i`, nearest first; a bracket stands for its whole pair.
  std::vector<std::size_t> head(std::size_t i) const {
    constexpr std::size_t longest = 100;
    const Source& source = device_.source;
    std::vector<std::size_t> tokens;
    for (std::size_t t = source.previous(i); t != Source::none && tokens.size() < longest;
         t = source.previous(t)) {
      if (source.is(t, ";") || source.is(t, "{")) break;
      if (source.is(t, "}") && !source.is(source.next(t), ",")) break;
      const std::size_t partner = source.partner(t);
      if (partner == Source::none && source.is(t, "("))
        break;  // inside an argument list: a lambda's head ends here
      tokens.push_back(t);
      if (partner != Source::none && partner < t) t = partner;
    }
    return tokens;
  }

  bool is_any(std::size_t t, std::initializer_list<const char*> words) const {
    return std::any_of(words.begin(), words.end(),
                       [&](const char* word) { return device_.source.is(t, word); });
  }

  Brace kind(const std::vector<std::size_t>& head) const {
    const Source& source = device_.source;
    bool parameters = false, type = false;
    for (const std::size_t t : head) {
      if (source.is(t, "=") && !parameters) return Brace::statement;
      if (is_any(t, {"namespace", "extern"})) return parameters ? Brace::function : Brace::scope;
      type |= is_any(t, {"class", "struct", "union"});
      if (source.is(t, "]")) return Brace::function;  // a lambda
      if (!source.is(t, ")")) continue;
      const std::size_t before = source.previous(source.partner(t));
      if (is_any(before, {"if", "for", "while", "switch", "catch", "constexpr"})) return Brace::statement;
      parameters |= !is_any(before, {"__align__", "alignas", "decltype", "__attribute__", "__declspec"});
    }
    return parameters ? Brace::function : type ? Brace::scope : Brace::statement;
  }

  /// Edits both texts between two tokens of the device's.
  void merge_within(std::size_t begin, std::size_t end, EditList& device_edits, EditList& host_edits) {
    for (std::size_t i = begin; i < end; ++i) {
      if (!device_.source.is(i, "{") || device_.source.in_macro(i)) continue;
      const std::size_t close = device_.source.partner(i);
      if (close == Source::none || close >= end) continue;
      const std::size_t host_open = device_.twins[i], host_close = device_.twins[close];
      if (host_open == Source::none || host_close == Source::none ||
          host_.source.partner(host_open) != host_close)
        continue;
      if (!device_.has_strangers(i, close) && !host_.has_strangers(host_open, host_close)) {
        i = close;
        continue;
      }
      const auto words = head(i);
      if (kind(words) != Brace::function) continue;
      merge_body(i, close, words, device_edits, host_edits);
      i = close;
    }
  }

  void merge_body(std::size_t open, std::size_t close, const std::vector<std::size_t>& words,
                  EditList& device_edits, EditList& host_edits) {
    const std::size_t host_open = device_.twins[open], host_close = device_.twins[close];
    Qualifiers sides;
    bool is_constant = false;
    for (const std::size_t t : words) {
      add(sides, t);
      is_constant |= device_.source.is(t, "constexpr") || device_.source.is(t, "consteval");
    }
    const bool device_alone = sides.device && !sides.host;
    EditList inner_device, inner_host;
    if (!device_alone) merge_within(open + 1, close, inner_device, inner_host);
    std::string merged = between(device_.source, open, close, inner_device);
    if (!device_alone && !is_constant && !jumps(open, close)) {
      merged = "{if(_QD)" + merged + "else" + continued(host_, host_open, 0) +
               between(host_.source, host_open, host_close, inner_host) + continued(device_, close, 0) + "}";
    }
    const Token &d_open = device_.source[open], &d_close = device_.source[close];
    device_edits.replace(d_open.begin, d_close.end, merged);
    const Token &h_open = host_.source[host_open], &h_close = host_.source[host_close];
    host_edits.replace(h_open.begin, h_close.end,
                       continued(device_, open, 0) + merged + continued(host_, host_close, 1));
  }

  /// From the opening brace to behind the closing one.
  static std::string between(const Source& source, std::size_t open, std::size_t close,
                             const EditList& edits) {
    EditList all = edits;
    all.replace(0, source[open].begin, "");
    all.replace(source[close].end, source.whole().size(), "");
    return all.apply(source.whole());
  }

  /// Labels cannot be there twice.
  bool jumps(std::size_t open, std::size_t close) const {
    for (std::size_t i = open; i < close; ++i) {
      if (device_.source.is(i, "goto")) return true;
    }
    return false;
  }

  /// What makes the text behind it continue the line of a token, in its column.
  std::string continued(const Side& side, std::size_t token, std::size_t columns) const {
    const Placed& place = side.place(token);
    std::string name;
    for (const char c : files_[static_cast<std::size_t>(place.file)]) {
      if (c == '"' || c == '\\') name += '\\';
      name += c;
    }
    return "\n# " + std::to_string(place.line) + " \"" + name + "\"\n" +
           std::string(side.column(token) + columns, ' ');
  }

  const Side& device_;
  const Side& host_;
  const Files& files_;
  std::map<std::string_view, Qualifiers> macros_;
};

}  // namespace

std::string merge_sides(std::string_view device, std::string_view host) {
  Files files;
  Side on_device(device, files), on_host(host, files);
  if (!align(on_device, on_host)) return std::string(device);
  return Merger(on_device, on_host, files).run();
}

}  // namespace gridmark::rewrite
