#include "emulation/rewrite/body_merger.h"

namespace gridmark::rewrite {

std::string continued(const Side& side, const Files& files, std::size_t token, std::size_t columns) {
  const Placed& place = side.place(token);
  std::string name;
  for (const char c : files[static_cast<std::size_t>(place.file)]) {
    if (c == '"' || c == '\\') name += '\\';
    name += c;
  }
  return "\n# " + std::to_string(place.line) + " \"" + name + "\"\n" +
         std::string(side.column(token) + columns, ' ');
}

std::string between(const Source& source, std::size_t first, std::size_t last, const EditList& edits) {
  EditList all = edits;
  all.replace(0, source[first].begin, "");
  all.replace(source[last].end, source.whole().size(), "");
  return all.apply(source.whole());
}

BodyMerger::BodyMerger(const Side& device, const Side& host, const Files& files,
                       const DifferingMacros& macros)
    : device_(device),
      host_(host),
      files_(files),
      macros_(macros),
      device_heads_(device.source),
      host_heads_(host.source) {}

void BodyMerger::merge_within(std::size_t begin, std::size_t end, EditList& device_edits,
                              EditList& host_edits) const {
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
    const auto head = device_heads_.head(i);
    if (device_heads_.kind(head) != FunctionHeads::Brace::function) continue;
    merge_body(i, close, head, device_edits, host_edits);
    i = close;
  }
}

std::string BodyMerger::choice(std::size_t open, std::size_t host_open, const EditList& inner_device,
                               const EditList& inner_host, const std::string& names) const {
  const std::size_t close = device_.source.partner(open), host_close = host_.source.partner(host_open);
  const auto lines = macros_.around(host_open, host_close, open);
  return "{if(GRIDMARK_ON_DEVICE)" + between(device_.source, open, close, inner_device) +
         (names.empty() ? "else" : "else{" + names) + lines.to_host + continued(host_, files_, host_open) +
         between(host_.source, host_open, host_close, inner_host) + lines.to_device +
         continued(device_, files_, close) + (names.empty() ? "}" : "}}");
}

bool BodyMerger::can_choose(std::size_t open, const std::vector<std::size_t>& head) const {
  for (const std::size_t t : head)
    if (is_one_of(device_.source, t, {"constexpr", "consteval"})) return false;
  for (std::size_t i = open; i < device_.source.partner(open); ++i)
    if (device_.source.is(i, "goto")) return false;
  return true;
}

void BodyMerger::merge_body(std::size_t open, std::size_t close, const std::vector<std::size_t>& head,
                            EditList& device_edits, EditList& host_edits) const {
  const std::size_t host_open = device_.twins[open], host_close = device_.twins[close];
  const bool device_alone = device_heads_.qualifiers(head).device_alone() &&
                            host_heads_.qualifiers(host_heads_.head(host_open)).device;
  EditList inner_device, inner_host;
  if (!device_alone) merge_within(open + 1, close, inner_device, inner_host);
  const std::string merged = device_alone || !can_choose(open, head)
                                 ? between(device_.source, open, close, inner_device)
                                 : choice(open, host_open, inner_device, inner_host);
  const Token &d_open = device_.source[open], &d_close = device_.source[close];
  device_edits.replace(d_open.begin, d_close.end, merged);
  const Token &h_open = host_.source[host_open], &h_close = host_.source[host_close];
  host_edits.replace(h_open.begin, h_close.end,
                     continued(device_, files_, open) + merged + continued(host_, files_, host_close, 1));
}

}  // namespace gridmark::rewrite
