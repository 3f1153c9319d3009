#pragma once
// A state of the disk that a crash can leave and must not, for a picture: the last calls before the crash,
// and the files after it.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gridmark {

/// A call before the crash, or several writes to one file with the same fate.
struct CrashCall {
  /// The change that the call made, after the crash.
  enum class Fate {
    none,     ///< the call changed neither names nor bytes
    kept,     ///< on the disk
    partial,  ///< some of the bytes are on the disk
    lost,
    replaced  ///< a later call took its place, and that one is on the disk
  };
  std::string words = {};   ///< "write 512 bytes to checkpoint.tmp"
  std::int64_t number = 1;  ///< of the first call, from 1
  Fate fate = Fate::none;
  friend bool operator==(const CrashCall&, const CrashCall&) = default;
};

/// A file that the crash leaves, that programs saw before it, or that they removed.
struct CrashFile {
  enum class Kind {
    whole,    ///< with all bytes that were written
    torn,     ///< with the first of them
    earlier,  ///< as it was before the calls that are lost
    missing
  };
  std::string name = {};
  Kind kind = Kind::whole;
  std::int64_t bytes = 0;    ///< on the disk
  std::int64_t written = 0;  ///< that programs saw under this name before the crash
  friend bool operator==(const CrashFile&, const CrashFile&) = default;
};

struct CrashPicture {
  std::vector<CrashCall> calls = {};  ///< in order
  std::int64_t earlier = 0;           ///< calls that are left out before those
  std::int64_t returned = 0;          ///< saves that had returned
  std::vector<CrashFile> files = {};  ///< by name
  std::int64_t more_files = 0;        ///< that are left out
  std::string complaint = {};         ///< why a crash must not leave this
  friend bool operator==(const CrashPicture&, const CrashPicture&) = default;
};

inline constexpr std::size_t most_crash_calls = 12, most_crash_files = 8;
inline constexpr std::size_t longest_crash_words = 256, longest_crash_complaint = 1024;  // bytes

}  // namespace gridmark
