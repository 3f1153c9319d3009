#include "emulation/rewrite/launch_rewriter.h"

#include <algorithm>

#include "emulation/rewrite/kernel_expression.h"

namespace gridmark::rewrite {

void LaunchRewriter::visit(std::size_t i) {
  if (!configurations_.empty() && source_.is_identifier(i) && configurations_.count(source_.text(i)))
    return use_configuration(i);
  if (!source_.is(i, "<<<") || defines_configuration(i)) return;
  if (source_.is(source_.previous(i), "operator")) return;  // operator<< <T>, written without the blank
  const std::size_t kernel = kernel_expression(source_, i);
  const std::size_t close = closing_chevrons(i);
  const char* problem = kernel == Source::none     ? "there is no kernel's name before the '<<<'"
                        : close == Source::none    ? "there is no '>>>(arguments)' after the '<<<'"
                        : source_.next(i) == close ? "there is no grid and block between '<<<' and '>>>'"
                                                   : nullptr;
  if (!problem) return edit(kernel, i, close);
  errors_.push_back(source_.diagnostic(
      source_[i].begin, std::string(problem) + ". A launch is written kernel<<<grid, block>>>(arguments)"));
}

bool LaunchRewriter::defines_configuration(std::size_t chevrons) {
  if (!source_.in_macro(chevrons) || source_.previous(chevrons) != Source::none) return false;
  std::size_t head = chevrons, close = chevrons;
  while (head > 0 && source_[head].kind != Token::Kind::macro) --head;
  for (std::size_t t = chevrons; t != Source::none; t = source_.next(t)) close = t;
  if (!source_.is(close, ">>>") || source_[head].kind != Token::Kind::macro) return false;
  std::string_view name = source_.text(head);
  name.remove_prefix(std::min(name.find("define") + 6, name.size()));
  name.remove_prefix(std::min(name.find_first_not_of(" \t"), name.size()));
  std::size_t end = 0;
  while (end < name.size() && continues_identifier(name[end])) ++end;
  if (end == 0) return false;
  configurations_.insert(name.substr(0, end));
  edits_.replace(source_[chevrons].begin, source_[chevrons].end, "  (");
  edits_.replace(source_[close].begin, source_[close].end, ")  ");
  return true;
}

void LaunchRewriter::use_configuration(std::size_t name) {
  const std::size_t kernel = kernel_expression(source_, name);
  if (kernel == Source::none) return;
  const std::size_t taken = blanks_before(kernel), begin = source_[name].begin;
  const std::size_t blank = source_.whole()[begin - 1] == ' ' ? 1 : 0;
  edits_.replace(source_[kernel].begin - taken, source_[kernel].begin, "_G(");
  edits_.replace(begin - blank, begin, ")");
}

/// The last `>>>` with arguments behind it before the statement or the next launch. An earlier one may close
/// three template lists in the configuration. A macro's body can leave the arguments to the macro's user.
std::size_t LaunchRewriter::closing_chevrons(std::size_t open) const {
  std::size_t found = Source::none;
  for (std::size_t i = source_.next(open); i != Source::none; i = source_.next(i)) {
    if (source_.is(i, ">>>")) {
      const std::size_t after = source_.next(i);
      if (source_.is(after, "(") || (after == Source::none && source_.in_macro(i))) found = i;
      continue;
    }
    const bool opens = source_.is(i, "(") || source_.is(i, "[") || source_.is(i, "{");
    if (opens) i = source_.partner(i);
    if (source_.is(i, ";") || source_.is(i, "<<<")) break;
    if (!opens && source_.partner(i) != Source::none) break;  // closes a bracket from before the launch
  }
  return found;
}

/// The number of blanks of the same line that can be taken from before `token`: at most three, and one stays
/// if the rest would touch a name.
std::size_t LaunchRewriter::blanks_before(std::size_t token) const {
  const std::string_view text = source_.whole();
  const std::size_t begin = source_[token].begin;
  std::size_t count = 0;
  while (count < 3 && count < begin && text[begin - count - 1] == ' ') ++count;
  const bool touches = count > 0 && count < begin && continues_identifier(text[begin - count - 1]);
  return touches ? count - 1 : count;
}

/// `_G(` takes the blanks before the kernel, so that the kernel and its configuration move as little as
/// possible. The rest is compensated at the `>>>`.
void LaunchRewriter::edit(std::size_t kernel, std::size_t open, std::size_t close) {
  const std::size_t taken = blanks_before(kernel);
  const std::string opening = taken == 3 ? ")( " : ")(";
  std::string closing(3 + taken - opening.size(), ' ');
  closing[0] = ')';
  edits_.replace(source_[kernel].begin - taken, source_[kernel].begin, "_G(");
  edits_.replace(source_[open].begin, source_[open].end, opening);
  edits_.replace(source_[close].begin, source_[close].end, closing);
}

}  // namespace gridmark::rewrite
