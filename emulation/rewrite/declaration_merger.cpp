#include "emulation/rewrite/declaration_merger.h"

#include <algorithm>

#include "emulation/rewrite/macro_head.h"

namespace gridmark::rewrite {
namespace {

std::vector<std::string> labels(const std::vector<Declaration>& declarations) {
  std::vector<std::string> found;
  for (const Declaration& one : declarations)
    if (one.kind == Declaration::Kind::label) found.push_back(one.head);
  return found;
}

/// Declares the host's names of parameters that the device names differently. Nothing if one of them is the
/// device's name for another parameter.
std::optional<std::string> hosts_names(const std::vector<std::string>& device,
                                       const std::vector<std::string>& host) {
  std::string names;
  if (device.size() != host.size()) return std::nullopt;
  for (std::size_t i = 0; i < host.size(); ++i) {
    if (host[i].empty() || host[i] == device[i]) continue;
    if (device[i].empty() || std::find(device.begin(), device.end(), host[i]) != device.end())
      return std::nullopt;
    names += "[[maybe_unused]] auto& " + host[i] + " = " + device[i] + ";";
  }
  return names;
}

/// True for code between functions, but not for a macro's body or a directive.
bool is_declaring(const Source& source, std::size_t token) {
  return !source.in_macro(token) && source[token].kind != Token::Kind::marker;
}

}  // namespace

DeclarationMerger::DeclarationMerger(const Side& device, const Side& host, const Files& files,
                                     const DifferingMacros& macros, const BodyMerger& bodies)
    : device_(device), host_(host), files_(files), macros_(macros), bodies_(bodies) {
  find_scopes();
}

void DeclarationMerger::merge(EditList& edits) {
  open_macros_to_host(edits);
  std::vector<Gap> mergeable;
  for (Gap& gap : gaps()) {
    if (is_qualifier(gap)) open_to_host(gap.device.front(), edits);
    if (!holds_declarations(gap)) continue;
    for (const Declaration& one : gap.on_device) {
      by_head_.emplace(std::pair(scope_of(gap), one.head), one);
      by_signature_.emplace(scope_of(gap), one.signature);
    }
    mergeable.push_back(std::move(gap));
  }
  if (mergeable.empty()) return;
  for (const Placed& placed : device_.placed) lines_.emplace(placed.file, placed.line);
  for (const Gap& gap : mergeable) merge(gap, edits);
}

void DeclarationMerger::find_scopes() {
  const Source& source = device_.source;
  std::vector<std::size_t> open{Source::none};
  scopes_.assign(source.size(), Source::none);
  for (std::size_t i = 0; i < source.size(); ++i) {
    scopes_[i] = open.back();
    const std::size_t partner = source.partner(i);
    if (partner == Source::none || source.in_macro(i)) continue;
    if (source.is(i, "}") && open.size() > 1) open.pop_back();
    if (!source.is(i, "{")) continue;
    const std::size_t twin = device_.twins[i];
    const bool is_scope =
        !closed_.contains(open.back()) && twin != Source::none &&
        host_.source.partner(twin) == device_.twins[partner] &&
        bodies_.device_heads().kind(bodies_.device_heads().head(i)) == FunctionHeads::Brace::scope;
    if (!is_scope) closed_.insert(i);
    open.push_back(i);
  }
}

std::vector<DeclarationMerger::Gap> DeclarationMerger::gaps() const {
  std::vector<Gap> found;
  Gap gap;
  auto h = host_.placed.begin();
  const auto take_host = [&](std::size_t until) {
    for (; h != host_.placed.end() && h->token != until; ++h)
      if (host_.twins[h->token] == Source::none && is_declaring(host_.source, h->token))
        gap.host.push_back(h->token);
  };
  for (const Placed& d : device_.placed) {
    if (device_.twins[d.token] == Source::none) {
      if (is_declaring(device_.source, d.token)) gap.device.push_back(d.token);
      continue;
    }
    take_host(device_.twins[d.token]);
    close_gap(gap, d.token, found);
  }
  take_host(Source::none);
  close_gap(gap, Source::none, found);
  return found;
}

void DeclarationMerger::close_gap(Gap& gap, std::size_t behind, std::vector<Gap>& found) const {
  gap.behind = behind;
  const bool is_empty = gap.device.empty() && gap.host.empty();
  if (!is_empty && !closed_.contains(scope_of(gap))) found.push_back(std::move(gap));
  gap = {};
  gap.before = behind;
}

std::size_t DeclarationMerger::scope_of(const Gap& gap) const {
  return gap.behind == Source::none ? Source::none : scopes_[gap.behind];
}

/// Reads the gap's declarations. True if they are complete on both sides.
bool DeclarationMerger::holds_declarations(Gap& gap) const {
  const Source& source = device_.source;
  const bool begins = gap.before == Source::none || !is_declaring(source, gap.before) ||
                      is_one_of(source, gap.before, {";", "{", "}"}) ||
                      (source.is(gap.before, ":") &&
                       is_one_of(source, source.previous(gap.before), {"public", "protected", "private"}));
  if (!begins) return false;
  const auto there = take_declarations(source, bodies_.device_heads(), gap.device);
  const auto here = take_declarations(host_.source, bodies_.host_heads(), gap.host);
  if (!there || !here || labels(*there) != labels(*here) || calls_macro(*there)) return false;
  gap.on_device = *there;
  gap.on_host = *here;
  return true;
}

/// A macro may declare anything.
bool DeclarationMerger::calls_macro(const std::vector<Declaration>& declarations) const {
  return std::any_of(declarations.begin(), declarations.end(), [&](const Declaration& one) {
    const std::string_view name = device_.source.text(one.first);
    return one.kind == Declaration::Kind::function && one.open == Source::none && macros_.is_macro(name);
  });
}

/// `#ifdef __CUDA_ARCH__ __device__ #endif` in front of a function.
bool DeclarationMerger::is_qualifier(const Gap& gap) const {
  bool names_device = false;
  for (const std::size_t t : gap.device) {
    names_device |= device_.source.is(t, "__device__");
    if (!is_one_of(device_.source, t, {"__device__", "inline", "__forceinline__", "static"})) return false;
  }
  for (const std::size_t t : gap.host)
    if (!is_one_of(host_.source, t, {"inline", "__forceinline__", "static"})) return false;
  std::size_t t = gap.behind;
  while (t != Source::none && !is_one_of(device_.source, t, {"(", ";", "=", "{", "}", "["}))
    t = device_.source.next(t);
  return names_device && device_.source.is(t, "(");
}

void DeclarationMerger::open_to_host(std::size_t token, EditList& edits) const {
  const std::size_t at = device_.source[token].begin;
  edits.replace(at, at, "__host__" + continued(device_, files_, token));
}

/// A device's `#define FN __device__` whose counterpart on the host stands for no side.
void DeclarationMerger::open_macros_to_host(EditList& edits) const {
  const Source& source = device_.source;
  for (const Placed& placed : device_.placed) {
    if (source[placed.token].kind != Token::Kind::macro || device_.twins[placed.token] != Source::none)
      continue;
    const std::string_view name = read_macro_head(source.text(placed.token)).name;
    if (!macros_.is_hosts(name) || !bodies_.device_heads().qualifiers(name).device_alone() ||
        bodies_.host_heads().qualifiers(name).device)
      continue;
    for (std::size_t t = placed.token + 1; t < source.size() && source.in_macro(t); ++t) {
      if (!bodies_.device_heads().qualifiers(t).device) continue;
      edits.replace(source[t].begin, source[t].begin, "__host__ ");
      break;
    }
  }
}

void DeclarationMerger::merge(const Gap& gap, EditList& edits) const {
  std::vector<const Declaration*> waiting;
  const auto declare_waiting = [&](std::size_t token) {
    for (const Declaration* one : waiting) declare(*one, token, edits);
    waiting.clear();
  };
  for (const Declaration& one : gap.on_host) {
    const auto twin = by_head_.find({scope_of(gap), one.head});
    if (twin != by_head_.end() && one.open != Source::none && twin->second.open != Source::none) {
      const bool is_here =
          std::find(gap.device.begin(), gap.device.end(), twin->second.first) != gap.device.end();
      if (is_here) declare_waiting(twin->second.first);
      merge_functions(twin->second, one, edits);
    } else if (one.kind != Declaration::Kind::label && !is_known(gap, one)) {
      waiting.push_back(&one);
    }
  }
  declare_waiting(gap.behind);
}

/// True if the device declares it too, in its own form or in a file that it includes elsewhere.
bool DeclarationMerger::is_known(const Gap& gap, const Declaration& host) const {
  const Placed& place = host_.place(host.first);
  return by_signature_.contains({scope_of(gap), host.signature}) || lines_.contains({place.file, place.line});
}

void DeclarationMerger::merge_functions(const Declaration& device, const Declaration& host,
                                        EditList& edits) const {
  const auto head = bodies_.device_heads().head(device.open);
  const auto host_head = bodies_.host_heads().head(host.open);
  const auto names = hosts_names(device.parameters, host.parameters);
  if (!names || !bodies_.can_choose(device.open, head)) return;
  if (bodies_.device_heads().qualifiers(head).device_alone()) {
    if (bodies_.host_heads().qualifiers(host_head).device) return;  // only for the device, on either side
    for (const std::size_t t : head) {
      if (!bodies_.device_heads().qualifiers(t).device) continue;
      open_to_host(t, edits);
      break;
    }
  }
  edits.replace(device_.source[device.open].begin, device_.source[device.close].end,
                bodies_.choice(device.open, host.open, {}, {}, *names));
}

/// Adds it in front of the device's token, or at the end of its text.
void DeclarationMerger::declare(const Declaration& host, std::size_t device_token, EditList& edits) const {
  const bool is_end = device_token == Source::none;
  const auto lines = macros_.around(host.first, host.last, is_end ? device_.source.size() - 1 : device_token);
  const std::size_t at = is_end ? device_.source.whole().size() : device_.source[device_token].begin;
  edits.replace(at, at,
                lines.to_host + continued(host_, files_, host.first) +
                    between(host_.source, host.first, host.last) + lines.to_device +
                    (is_end ? "\n" : continued(device_, files_, device_token)));
}

}  // namespace gridmark::rewrite
