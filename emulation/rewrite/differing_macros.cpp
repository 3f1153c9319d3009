#include "emulation/rewrite/differing_macros.h"

#include <algorithm>
#include <optional>

#include "emulation/rewrite/macro_head.h"

namespace gridmark::rewrite {
namespace {

/// `#`, blanks, `word`, blank.
bool is_directive(std::string_view line, std::string_view word) {
  if (!line.starts_with('#')) return false;
  line.remove_prefix(std::min(line.find_first_not_of(" \t", 1), line.size()));
  return line.starts_with(word) && line.size() > word.size() && is_space(line[word.size()]);
}

/// The whole directive at `begin`, without its newline.
std::string_view directive(std::string_view text, std::size_t begin) {
  std::size_t end = text.find('\n', begin);
  while (end != text.npos && end > begin && text[end - 1] == '\\') end = text.find('\n', end + 1);
  return text.substr(begin, std::min(end, text.size()) - begin);
}

}  // namespace

DifferingMacros::DifferingMacros(const Side& device, const Side& host) : device_(device), host_(host) {
  find_names(device);
  find_names(host);
  read_uses(device.source);
  read_uses(host.source);
  if (names_.empty()) return;
  close_over_uses();
  on_device_ = changes(device.source.whole());
  on_host_ = changes(host.source.whole());
}

void DifferingMacros::find_names(const Side& side) {
  for (const Placed& placed : side.placed) {
    if (side.twins[placed.token] != Source::none) continue;
    const std::string_view text = side.source.text(placed.token);
    if (side.source[placed.token].kind == Token::Kind::macro) names_.insert(read_macro_head(text).name);
  }
  names_.erase("");
}

void DifferingMacros::read_uses(const Source& source) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i].kind != Token::Kind::macro) continue;
    auto& words = uses_[read_macro_head(source.text(i)).name];
    for (++i; i < source.size() && source[i].kind != Token::Kind::macro_end; ++i)
      if (source.is_identifier(i)) words.insert(source.text(i));
  }
}

void DifferingMacros::close_over_uses() {
  affected_ = names_;
  for (bool grew = true; grew;) {
    grew = false;
    for (const auto& [name, words] : uses_) {
      const bool is_affected = std::any_of(words.begin(), words.end(),
                                           [&](std::string_view word) { return affected_.contains(word); });
      if (is_affected) grew = affected_.insert(name).second || grew;
    }
  }
}

/// System headers are read too: a program may define one of their macros anew, for one side.
DifferingMacros::Changes DifferingMacros::changes(std::string_view text) const {
  Changes found;
  for (std::size_t begin = 0; begin < text.size();
       begin = std::min(text.find('\n', begin), text.size()) + 1) {
    if (text[begin] != '#') continue;
    const std::string_view line = directive(text, begin);
    const bool defines = is_directive(line, "define");
    if (!defines && !is_directive(line, "undef")) continue;
    const std::string_view name = read_macro_head(line).name;
    if (names_.contains(name)) found[name].push_back({begin, defines ? line : std::string_view()});
  }
  return found;
}

std::string_view DifferingMacros::definition(const Changes& changes, std::string_view name,
                                             std::size_t offset) {
  const auto found = changes.find(name);
  std::string_view line;
  if (found == changes.end()) return line;
  for (const Change& change : found->second) {
    if (change.offset < offset) line = change.line;
  }
  return line;
}

DifferingMacros::Switch DifferingMacros::around(std::size_t begin, std::size_t end,
                                                std::size_t device_token) const {
  std::set<std::string_view> used;
  std::vector<std::string_view> open;
  const auto use = [&](std::string_view word) {
    if (affected_.contains(word) && used.insert(word).second) open.push_back(word);
  };
  for (std::size_t i = begin; i < end && !names_.empty(); ++i)
    if (host_.source.is_identifier(i)) use(host_.source.text(i));
  while (!open.empty()) {
    const std::string_view name = open.back();
    open.pop_back();
    const auto uses = uses_.find(name);
    if (uses != uses_.end()) std::for_each(uses->second.begin(), uses->second.end(), use);
  }
  Switch lines;
  for (const std::string_view name : used) {
    if (!names_.contains(name)) continue;
    const std::string_view there = definition(on_device_, name, device_.source[device_token].begin);
    const std::string_view here = definition(on_host_, name, host_.source[begin].begin);
    if (here == there) continue;
    const std::string undefined = "\n#undef " + std::string(name);
    for (auto [line, text] : {std::pair{here, &lines.to_host}, std::pair{there, &lines.to_device}})
      *text += undefined + (line.empty() ? "" : "\n" + std::string(line));
  }
  return lines;
}

}  // namespace gridmark::rewrite
