#include <set>
#include <tuple>

#include "emulation/rewrite/side.h"
#include "emulation/rewrite/sides.h"
#include "tests/fuzz/promises.h"

namespace gridmark::fuzz {
namespace {

/// The preprocessor's result for lines that begin with 'd' (the device's), 'h' (the host's) or anything else
/// (both). The first character is removed.
std::string seen_by(char side, std::string_view lines) {
  std::string text = "# 1 \"a.cu\"\n";
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    const bool is_of_one = line.starts_with('d') || line.starts_with('h');
    if (!line.empty() && (!is_of_one || line[0] == side)) text += line.substr(1);
    text += '\n';
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
  }
  return text;
}

/// A word and its place.
using Word = std::tuple<int, int, std::string_view>;

std::vector<Word> words_of(const rewrite::Side& side) {
  std::vector<Word> words;
  for (const rewrite::Placed& placed : side.placed)
    words.emplace_back(placed.file, placed.line, side.source.text(placed.token));
  return words;
}

/// Whether the merged text added this word itself.
bool is_added(std::string_view word) {
  static const std::set<std::string_view> added = {"{", "if",       "(", "GRIDMARK_ON_DEVICE", ")", "else",
                                                   "}", "__host__", "["};
  return added.contains(word) || word.starts_with('#');
}

}  // namespace

std::string sides_promise(std::string_view lines) {
  const std::string device = seen_by('d', lines), host = seen_by('h', lines);
  const std::string text = rewrite::merge_sides(device, host);
  if (device == host && text != device) return "a text that both sides have was changed";
  rewrite::Files files;
  const rewrite::Side on_device(device, files), on_host(host, files), merged(text, files);
  std::set<Word> written;
  for (const rewrite::Side* side : {&on_device, &on_host})
    for (const Word& word : words_of(*side)) written.insert(word);
  const std::vector<Word> devices = words_of(on_device);
  auto expected = devices.begin();
  bool names_parameter = false;  // another name for one of the device's
  for (const rewrite::Placed& placed : merged.placed) {
    const Word word(placed.file, placed.line, merged.source.text(placed.token));
    const auto& [file, line, spelling] = word;
    names_parameter |= spelling == "maybe_unused";
    if (expected != devices.end() && word == *expected) {
      ++expected;
    } else if (names_parameter) {
      names_parameter = spelling != ";";
    } else if (!written.contains(word) && !is_added(spelling) && !merged.source.in_macro(placed.token)) {
      return "\"" + std::string(spelling) + "\" does not stand in line " + std::to_string(line);
    }
  }
  return expected == devices.end()
             ? ""
             : "\"" + std::string(std::get<2>(*expected)) + "\" of the device's is lost";
}

}  // namespace gridmark::fuzz
