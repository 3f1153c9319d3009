#include "emulation/rewrite/sides.h"

// Theory of operation
// Both texts come from the same lines. A token of one has its twin in the other at the same place of the same
// file. A token without a twin stands in a branch of an #if. So one walk aligns the texts by places. A body
// in braces differs if its braces are twins and some token in it has no twin. It is taken as a whole, because
// a branch may declare names that the rest of the body uses. Lambdas in it that have qualifiers are merged
// first, in both texts, because either side may hand them to the other. Macros that each side defines
// differently make a body differ too. The host's macros are in force around the host's body.
//
// Between functions, a branch holds complete declarations. A function that each side defines for itself
// becomes one with both bodies. Declarations of the host alone follow those of the device.
#include <set>

#include "emulation/rewrite/body_merger.h"
#include "emulation/rewrite/declaration_merger.h"
#include "emulation/rewrite/line_marker.h"

namespace gridmark::rewrite {
namespace {

/// Calls `visit(marker)` for each line marker.
template <class Visit>
void for_each_marker(std::string_view text, const Visit& visit) {
  for (std::size_t begin = 0; begin < text.size();
       begin = std::min(text.find('\n', begin), text.size()) + 1) {
    if (text[begin] != '#') continue;
    if (const auto marker = read_line_marker(text.substr(begin, text.find('\n', begin) - begin)))
      visit(*marker);
  }
}

}  // namespace

std::vector<std::string> headers_of_host(std::string_view device, std::string_view host) {
  std::set<std::string> known;
  for_each_marker(device, [&](const LineMarker& marker) { known.insert(marker.file); });
  std::vector<std::string> headers;
  bool was_system = true;
  for_each_marker(host, [&](const LineMarker& marker) {
    if (marker.system && !was_system && known.insert(marker.file).second) headers.push_back(marker.file);
    was_system = marker.system;
  });
  return headers;
}

std::string merge_sides(std::string_view device, std::string_view host) {
  Files files;
  Side on_device(device, files), on_host(host, files);
  align(on_device, on_host);
  const DifferingMacros macros(on_device, on_host);
  on_device.count_strangers(macros.affected());
  on_host.count_strangers(macros.affected());
  const BodyMerger bodies(on_device, on_host, files, macros);
  EditList edits, unused;
  DeclarationMerger(on_device, on_host, files, macros, bodies).merge(edits);
  bodies.merge_within(0, on_device.source.size(), edits, unused);
  return edits.apply(on_device.source.whole());
}

}  // namespace gridmark::rewrite
