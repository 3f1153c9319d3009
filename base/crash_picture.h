#pragma once
// A picture of a bad disk state after a crash: the last calls before the crash and the files after it.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gridmark {

/// A call before the crash, or several writes to one file with the same fate.
struct CrashCall {
  /// The fate of the call's change after the crash.
  enum class Fate {
    none,     ///< the call changed neither names nor bytes
    kept,     ///< on the disk
    partial,  ///< only a part of the bytes is on the disk
    lost,
    replaced  ///< a later call replaced it, and that call's change is on the disk
  };
  std::string words = {};   ///< "write 512 bytes to checkpoint.tmp"
  std::int64_t number = 1;  ///< number of the first call, from 1
  Fate fate = Fate::none;
  friend bool operator==(const CrashCall&, const CrashCall&) = default;
};

/// A file that exists after the crash, that programs saw before it, or that they removed.
struct CrashFile {
  enum class Kind {
    whole,    ///< with all written bytes
    torn,     ///< with only the first bytes
    earlier,  ///< as it was before the lost calls
    missing
  };
  std::string name = {};
  Kind kind = Kind::whole;
  std::int64_t bytes = 0;    ///< bytes on the disk
  std::int64_t written = 0;  ///< bytes that programs saw under this name before the crash
  friend bool operator==(const CrashFile&, const CrashFile&) = default;
};

struct CrashPicture {
  std::vector<CrashCall> calls = {};  ///< in order
  std::int64_t earlier = 0;           ///< number of earlier calls that are left out
  std::int64_t returned = 0;          ///< number of saves that had returned
  std::vector<CrashFile> files = {};  ///< by name
  std::int64_t more_files = 0;        ///< number of files that are left out
  std::string complaint = {};         ///< why a crash must not leave this state
  friend bool operator==(const CrashPicture&, const CrashPicture&) = default;
};

inline constexpr std::size_t most_crash_calls = 12, most_crash_files = 8;
inline constexpr std::size_t longest_crash_words = 256, longest_crash_complaint = 1024;  // bytes

}  // namespace gridmark
