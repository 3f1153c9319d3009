#include "grader/report/cause_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"

namespace gridmark::report {
namespace {

/// A reason is one line, so the words to find in it must be one line too.
std::string in_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// The begin of the cause in the reason, or npos.
std::size_t cause_in_reason(const ItemScore& item) {
  if (!item.cause || item.cause->words.empty()) return std::string::npos;
  return item.reason.find(in_one_line(item.cause->words));
}

}  // namespace

std::string cost_words(const RootCause& cause) {
  const std::string lost =
      points_words(cause.lost) + (cause.lost == Points(1) ? " is lost here" : " are lost here");
  if (cause.waits == Points(0)) return lost;
  return fmt::format("{}, and {} more {} for it", lost, points_text(cause.waits),
                     cause.waits == Points(1) ? "waits" : "wait");
}

std::string cause_words(const ItemScore& item) {
  return cause_in_reason(item) == std::string::npos ? item.reason : in_one_line(item.cause->words);
}

std::string evidence_words(const ItemScore& item) {
  const std::size_t at = cause_in_reason(item);
  if (at == std::string::npos) return "";
  const std::string before = item.reason.substr(0, at);
  // "... are off. A counted run shows why: ", or "... are off; "
  if (const std::size_t sentence = before.rfind(". "); sentence != std::string::npos)
    return before.substr(0, sentence);
  return before.ends_with("; ") ? before.substr(0, before.size() - 2) : "";
}

}  // namespace gridmark::report
