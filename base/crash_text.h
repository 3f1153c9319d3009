#pragma once
// The picture of a crash in words and in lines of text.
#include <cstddef>
#include <string>
#include <vector>

#include "base/crash_picture.h"

namespace gridmark {

/// "on the disk", or "" for a call without a fate.
std::string fate_words(CrashCall::Fate fate);

/// "256 of 512 bytes"
std::string file_words(const CrashFile& file);

/// "2 earlier calls are not shown", or "" if all are shown.
std::string earlier_words(const CrashPicture& crash);

/// "1 more file is not shown", or "" if all are shown.
std::string more_files_words(const CrashPicture& crash);

/// "1 save had returned"
std::string returned_words(const CrashPicture& crash);

/// The share of the written bytes that is on the disk, 0 to 1.
double share_on_disk(const CrashFile& file);

/// The picture in lines of at most `width` bytes: the calls, the crash, the files.
///
/// width  at least 48
std::vector<std::string> crash_text(const CrashPicture& crash, std::size_t width);

}  // namespace gridmark
