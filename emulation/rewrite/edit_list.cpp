#include "emulation/rewrite/edit_list.h"

#include <algorithm>

namespace gridmark::rewrite {

void EditList::replace(std::size_t begin, std::size_t end, std::string replacement) {
  edits_.push_back({begin, end, std::move(replacement)});
}

std::vector<EditList::Edit> EditList::without_overlaps() const {
  std::vector<Edit> sorted = edits_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::size_t end = 0;
  std::vector<Edit> kept;
  for (Edit& edit : sorted) {
    if (edit.begin < end) continue;
    end = edit.end;
    kept.push_back(std::move(edit));
  }
  return kept;
}

std::string EditList::apply(std::string_view text) const {
  std::string result;
  result.reserve(text.size() + 64 * edits_.size());
  std::size_t copied = 0;
  for (const Edit& edit : without_overlaps()) {
    result.append(text, copied, edit.begin - copied);
    result += edit.replacement;
    copied = edit.end;
  }
  result.append(text, copied);
  return result;
}

std::vector<Replacement> EditList::replacements() const {
  std::vector<Replacement> found;
  for (const Edit& edit : without_overlaps())
    found.push_back({edit.begin, edit.end, edit.replacement.size()});
  return found;
}

std::string padded(std::string replacement, std::string_view old, std::string_view newline) {
  const std::size_t last = old.rfind('\n');
  if (last == std::string_view::npos) {
    if (replacement.size() < old.size()) replacement.append(old.size() - replacement.size(), ' ');
    return replacement;
  }
  for (auto lines = std::count(old.begin(), old.end(), '\n'); lines > 0; --lines) replacement += newline;
  return replacement.append(old.size() - last - 1, ' ');
}

}  // namespace gridmark::rewrite
