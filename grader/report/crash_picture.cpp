#include "grader/report/crash_picture.h"

#include "base/crash_text.h"

namespace gridmark::report::html {
namespace {

constexpr double file_bar_width = 160;

std::string_view fate_sign(CrashCall::Fate fate) {
  switch (fate) {
    case CrashCall::Fate::none:
      return "·";
    case CrashCall::Fate::kept:
      return "●";
    case CrashCall::Fate::partial:
      return "◐";
    case CrashCall::Fate::lost:
    case CrashCall::Fate::replaced:
      return "○";
  }
  return "";
}

std::string_view fate_class(CrashCall::Fate fate) {
  if (fate == CrashCall::Fate::kept) return "good";
  if (fate == CrashCall::Fate::partial) return "part";
  return fate == CrashCall::Fate::lost ? "bad" : "idle";
}

Data call_row(const CrashCall& call) {
  return {{"number", std::to_string(call.number)},
          {"kind", fate_class(call.fate)},
          {"sign", fate_sign(call.fate)},
          {"fate", fate_words(call.fate)},
          {"words", call.words}};
}

std::string_view file_class(CrashFile::Kind kind) {
  if (kind == CrashFile::Kind::whole) return "good";
  return kind == CrashFile::Kind::earlier ? "idle" : "bad";
}

Data file_row(const CrashFile& file) {
  return {{"name", file.name},
          {"kind", file_class(file.kind)},
          {"width", tenths(share_on_disk(file) * file_bar_width)},
          {"words", file_words(file)}};
}

}  // namespace

Data crash_data(const CrashPicture& crash) {
  return {{"earlier", earlier_words(crash)},
          {"calls", list_of(crash.calls, call_row)},
          {"returned", returned_words(crash)},
          {"none", crash.files.empty()},
          {"files", list_of(crash.files, file_row)},
          {"more", more_files_words(crash)},
          {"complaint", crash.complaint}};
}

}  // namespace gridmark::report::html
