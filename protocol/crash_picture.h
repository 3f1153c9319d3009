#pragma once
// The JSON form of the picture of a crash whose state a test refused.
#include "base/crash_picture.h"
#include "base/enum_names.h"
#include "protocol/fields.h"

namespace gridmark {

constexpr auto names(CrashCall::Fate) {
  using enum CrashCall::Fate;
  return EnumNames<CrashCall::Fate, 5>{
      {{none, "none"}, {kept, "kept"}, {partial, "partial"}, {lost, "lost"}, {replaced, "replaced"}}};
}

constexpr auto names(CrashFile::Kind) {
  using enum CrashFile::Kind;
  return EnumNames<CrashFile::Kind, 4>{
      {{whole, "whole"}, {torn, "torn"}, {earlier, "earlier"}, {missing, "missing"}}};
}

constexpr auto fields(const CrashCall*) {
  return std::tuple{
      field("words", &CrashCall::words, Length{1, longest_crash_words}),
      field("number", &CrashCall::number, Range{1, 1e15, "the number of a call"}, "of the first, from 1"),
      field("fate", &CrashCall::fate, AnyOfType{},
            "of its change. none: it changed neither names nor bytes")};
}

constexpr auto fields(const CrashFile*) {
  constexpr Range count{0, 1e15, "a number of bytes"};
  return std::tuple{field("name", &CrashFile::name, Length{1, longest_crash_words}),
                    field("kind", &CrashFile::kind), field("bytes", &CrashFile::bytes, count, "on the disk"),
                    field("written", &CrashFile::written, count,
                          "that programs saw under this name before the crash. Not fewer than those of a "
                          "whole or torn file")};
}

constexpr auto fields(const CrashPicture*) {
  constexpr Range count{0, 1e15, "a number of calls, saves or files"};
  return std::tuple{
      field("calls", &CrashPicture::calls, Many{0, most_crash_calls}, "the last before the crash"),
      field("earlier", &CrashPicture::earlier, count, "calls that are left out before those"),
      field("returned", &CrashPicture::returned, count, "saves that had returned"),
      field("files", &CrashPicture::files, Many{0, most_crash_files}, "that it leaves, or that were there"),
      field("more_files", &CrashPicture::more_files, count, "files that are left out"),
      field("complaint", &CrashPicture::complaint, Length{0, longest_crash_complaint},
            "why a crash must not leave this")};
}

}  // namespace gridmark
