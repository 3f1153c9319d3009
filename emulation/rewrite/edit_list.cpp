#include "emulation/rewrite/edit_list.h"

#include <algorithm>

namespace gridmark::rewrite {

void EditList::replace(std::size_t begin, std::size_t end, std::string replacement) {
  edits_.push_back({begin, end, std::move(replacement)});
}

std::string EditList::apply(std::string_view text) const {
  std::vector<Edit> sorted = edits_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string result;
  result.reserve(text.size() + 64 * sorted.size());
  std::size_t copied = 0;
  for (const Edit& edit : sorted) {
    if (edit.begin < copied) continue;
    result.append(text, copied, edit.begin - copied);
    result += edit.replacement;
    copied = edit.end;
  }
  result.append(text, copied);
  return result;
}

}  // namespace gridmark::rewrite
