#include "grader/pipeline/apply_fixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "grader/system/files.h"

namespace gridmark::pipeline {
namespace {

namespace fs = std::filesystem;

Result<void> refuse(const Fix& fix, const std::string& found) {
  return failure(Error::Source::lab, fmt::format("{}:{}", fix.place.file, fix.place.line),
                 fmt::format("the advice changes this place, but {}", found));
}

/// True if it is an existing file in the folder that does not lead out of it.
bool stays_inside(const fs::path& folder, const fs::path& name) {
  std::error_code error;
  const fs::path whole = fs::canonical(folder / name, error), base = fs::canonical(folder, error);
  return !error && std::mismatch(base.begin(), base.end(), whole.begin(), whole.end()).first == base.end();
}

/// The begin of line `number` + 1. npos if the text has fewer lines.
std::size_t end_of_line(const std::string& text, int number) {
  std::size_t at = 0;
  for (int i = 0; i < number; ++i) {
    if (at >= text.size()) return text.npos;
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  }
  return at;
}

Result<void> apply(const Fix& fix, std::string& text) {
  const std::size_t end = end_of_line(text, fix.place.line);
  if (end == text.npos) return refuse(fix, "the file ends before it");
  if (fix.replaces.empty()) {
    const bool unfinished = end > 0 && text[end - 1] != '\n';
    text.insert(end, (unfinished ? "\n" : "") + fix.text + "\n");
    return {};
  }
  const std::size_t begin = end_of_line(text, fix.place.line - 1), at = text.find(fix.replaces, begin);
  if (at >= end) return refuse(fix, "the line has no " + fix.replaces);
  text.replace(at, fix.replaces.size(), fix.text);
  return {};
}

Result<void> apply_to_file(const Fix& fix, const fs::path& submission) {
  if (!stays_inside(submission, fix.place.file)) return refuse(fix, "the submission has no such file");
  constexpr std::int64_t most_bytes = std::int64_t{1} << 20;
  const fs::path file = submission / fix.place.file;
  std::string text = TRY(system::read_file(file, most_bytes));
  TRY(apply(fix, text));
  std::ofstream(file, std::ios::binary) << text;
  return {};
}

}  // namespace

Result<void> apply_fixes(const std::vector<Fix>& fixes, const fs::path& submission) {
  std::vector<Fix> last_first = fixes;  // a new line moves the lines below it
  std::stable_sort(last_first.begin(), last_first.end(),
                   [](const Fix& a, const Fix& b) { return a.place.line > b.place.line; });
  for (const Fix& fix : last_first) TRY(apply_to_file(fix, submission));
  return {};
}

}  // namespace gridmark::pipeline
