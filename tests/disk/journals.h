#pragma once
// Journals of known writers and of random programs.
#include <random>
#include <string>

#include "labkit/disk/journal_disk.h"
#include "labkit/disk/judgement.h"
#include "tests/disk/writers.h"

namespace gridmark::disk {

/// Judges a writer over a file "ckpt" with "OLD". A crash may leave the old content until the writer has
/// returned.
inline Judgement judged(const Writer& writer) {
  JournalDisk disk(Contents{{"ckpt", "OLD"}});
  writer(disk);
  disk.returned();
  return judge(disk.journal(), [](const CrashState& state) -> std::string {
    const auto file = state.files.find("ckpt");
    if (file == state.files.end()) return "gone";
    if (file->second == "NEW!") return "";
    if (file->second != "OLD") return "torn";
    return state.returned == 0 ? "" : "old";
  });
}

/// A journal of up to 10 random calls on three names. Some calls fail.
inline Journal random_journal(std::mt19937& random) {
  const auto below = [&](unsigned end) { return static_cast<int>(random() % end); };
  const std::string names[] = {"a", "b", "c"};
  Contents before;
  for (const std::string& name : names)
    if (below(2) == 0) before[name] = std::string(static_cast<std::size_t>(below(4)), 'o');
  JournalDisk disk(before);
  int files = 0;
  char letter = 'A';
  for (int calls = 1 + below(10); calls > 0; --calls) {
    try {
      const int call = files == 0 ? 0 : below(9);
      if (call <= 1) files = disk.create(names[below(3)]) + 1;
      if (call == 2 || call == 3)
        disk.write(below(static_cast<unsigned>(files)), std::string(3, letter++).data(), 3);
      if (call == 4) disk.fsync(below(static_cast<unsigned>(files)));
      if (call == 5) disk.rename(names[below(3)], names[below(3)]);
      if (call == 6) disk.remove(names[below(3)]);
      if (call == 7) disk.fsync_folder();
      if (call == 8) (below(2) == 0 ? disk.returned() : disk.close(below(static_cast<unsigned>(files))));
    } catch (const DiskError&) {
    }
  }
  return disk.journal();
}

inline std::string in_words(const Journal& journal) {
  std::string words;
  for (const Operation& operation : journal.operations)
    words += (words.empty() ? "" : ", ") + in_words(operation);
  return words;
}

}  // namespace gridmark::disk
