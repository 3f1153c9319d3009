#include "grader/written/claims_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/utf8.h"

namespace gridmark::written {
namespace {

constexpr std::size_t most_lines = 1000;
constexpr std::size_t most_shown = 40;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// A word of the student in a message.
std::string shown(std::string_view text) {
  const std::string_view start = clipped(text, most_shown);
  return fmt::format("\"{}{}\"", start, start.size() < text.size() ? "..." : "");
}

bool is_id(std::string_view text) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), allowed);
}

class Reader {
 public:
  void read(const Fence& fence) {
    if (block_.line == 0) block_.line = fence.line;
    line_ = fence.line;
    if (!fence.closed)
      fail("", "the claims block that begins here is never closed. It ends with a line of ```");
    std::string_view rest = fence.code;
    while (!rest.empty()) {
      const auto end = std::min(rest.find('\n'), rest.size());
      ++line_;
      if (++lines_ > most_lines)
        return fail("", fmt::format("more than {} lines of claims. The rest is not read", most_lines));
      take(trimmed(rest.substr(0, std::min(rest.find('#'), end))));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  ClaimsBlock finish() && {
    std::erase_if(block_.claims, [&](const StatedClaim& claim) { return twice_.contains(claim.id); });
    return std::move(block_);
  }

 private:
  void take(std::string_view line) {
    if (line.empty() || line.starts_with("TODO")) return;
    const auto equals = line.find('=');
    if (equals == line.npos)
      return fail("", fmt::format("found {}, expected a line such as `id = 0.125 ratio`", shown(line)));
    const std::string_view id = trimmed(line.substr(0, equals)), rest = trimmed(line.substr(equals + 1));
    if (!is_id(id))
      return fail("", fmt::format("found the id {}, expected one of a-z, 0-9 and _", shown(id)));
    if (id == "device") {
      block_.device = clipped(rest, 100);
      return;
    }
    const std::string_view value = rest.substr(0, rest.find_first_of(" \t"));
    const auto number = plain_number(value);
    if (!number) return fail(id, value_words(id, value));
    add({std::string(id), *number, std::string(clipped(trimmed(rest.substr(value.size())), 64)), line_});
  }

  static std::string value_words(std::string_view id, std::string_view value) {
    if (value.empty() || value.starts_with("TODO")) return fmt::format("{} has no value yet", id);
    return fmt::format("{} is {}, expected a decimal number such as 0.125 or 3.3e7, a blank, and the unit",
                       id, shown(value));
  }

  void add(StatedClaim claim) {
    const StatedClaim* first = block_.find(claim.id);
    if (first == nullptr) {
      block_.claims.push_back(std::move(claim));
      return;
    }
    twice_.insert(claim.id);
    fail(claim.id,
         fmt::format("{} is claimed twice, first in line {}. Claim it once", claim.id, first->line));
  }

  void fail(std::string_view id, std::string reason) {
    block_.findings.push_back({std::move(reason), Place{report_name, line_}});
    if (!id.empty()) block_.found_about.emplace(id, block_.findings.size() - 1);
  }

  ClaimsBlock block_;
  std::set<std::string> twice_;
  std::size_t lines_ = 0;
  int line_ = 0;
};

}  // namespace

const StatedClaim* ClaimsBlock::find(const std::string& id) const {
  const auto found =
      std::find_if(claims.begin(), claims.end(), [&](const auto& claim) { return claim.id == id; });
  return found == claims.end() ? nullptr : &*found;
}

const WrittenFinding* ClaimsBlock::finding_about(const std::string& id) const {
  const auto found = found_about.find(id);
  return found == found_about.end() ? nullptr : &findings[found->second];
}

ClaimsBlock read_claims(const std::vector<Fence>& fences) {
  Reader reader;
  for (const Fence& fence : fences)
    if (fence.language == "claims") reader.read(fence);
  return std::move(reader).finish();
}

}  // namespace gridmark::written
