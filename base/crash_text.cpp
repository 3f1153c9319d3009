#include "base/crash_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/byte_words.h"
#include "base/utf8.h"

namespace gridmark {
namespace {

constexpr std::size_t bar_width = 10, widest_name = 44;

/// The bar is empty only for a file without bytes, and full only for a file that has all of them.
std::string bar(const CrashFile& file) {
  const auto filled = static_cast<std::size_t>(share_on_disk(file) * bar_width);
  const std::size_t signs = file.bytes == 0 ? 0 : std::max<std::size_t>(filled, 1);
  return "[" + std::string(signs, '#') + std::string(bar_width - signs, '.') + "]";
}

std::string bytes_of(std::int64_t bytes) { return bytes_in_words(static_cast<std::uint64_t>(bytes)); }

std::string left_out(std::int64_t count, const char* one, const char* many) {
  return count == 0 ? "" : fmt::format("{} {} not shown", count, count == 1 ? one : many);
}

}  // namespace

std::string fate_words(CrashCall::Fate fate) {
  switch (fate) {
    case CrashCall::Fate::none:
      return "";
    case CrashCall::Fate::kept:
      return "on the disk";
    case CrashCall::Fate::partial:
      return "partly lost";
    case CrashCall::Fate::lost:
      return "lost";
    case CrashCall::Fate::replaced:
      return "replaced";
  }
  return "";
}

std::string file_words(const CrashFile& file) {
  switch (file.kind) {
    case CrashFile::Kind::whole:
      return file.bytes == 0 ? "empty" : "all " + bytes_of(file.bytes);
    case CrashFile::Kind::torn:
      return fmt::format("{} of {}", file.bytes, bytes_of(file.written));
    case CrashFile::Kind::earlier:
      return "the earlier file, " + bytes_of(file.bytes);
    case CrashFile::Kind::missing:
      return "not on the disk";
  }
  return "";
}

std::string earlier_words(const CrashPicture& crash) {
  return left_out(crash.earlier, "earlier call is", "earlier calls are");
}

std::string more_files_words(const CrashPicture& crash) {
  return left_out(crash.more_files, "more file is", "more files are");
}

std::string returned_words(const CrashPicture& crash) {
  return fmt::format("{} {} had returned", crash.returned, crash.returned == 1 ? "save" : "saves");
}

double share_on_disk(const CrashFile& file) {
  if (file.bytes == 0) return 0;
  if (file.kind != CrashFile::Kind::torn) return 1;
  return static_cast<double>(file.bytes) / static_cast<double>(std::max<std::int64_t>(file.written, 1));
}

std::vector<std::string> crash_text(const CrashPicture& crash, std::size_t width) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& line) { lines.emplace_back(clipped(line, width)); };
  if (crash.earlier > 0) add(earlier_words(crash));
  for (const CrashCall& call : crash.calls)
    add(fmt::format("{:>5}  {:<11}  {}", call.number, fate_words(call.fate), call.words));
  add(fmt::format("       crash        {}", returned_words(crash)));
  lines.emplace_back();
  std::size_t longest = 0;
  for (const CrashFile& file : crash.files)
    longest = std::max(longest, std::min(file.name.size(), widest_name));
  for (const CrashFile& file : crash.files)
    add(fmt::format("{:<{}}  {}  {}", clipped(file.name, widest_name), longest, bar(file), file_words(file)));
  if (crash.files.empty()) add("no file is on the disk");
  if (crash.more_files > 0) add(more_files_words(crash));
  return lines;
}

}  // namespace gridmark
