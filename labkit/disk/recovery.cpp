#include "labkit/disk/recovery.h"

#include <algorithm>

namespace gridmark::disk {
namespace {

/// The step of a safe save that is missing if a crash leaves this state.
std::string missing_step(const Journal& journal, const CrashState& state, const std::string& save) {
  const auto created = [](const Operation& one) {
    return one.kind == Kind::create && one.name == "checkpoint";
  };
  const auto done = journal.operations.begin() + static_cast<std::ptrdiff_t>(state.operations);
  if (std::any_of(journal.operations.begin(), done, created))
    return "Write another file, and rename() it to \"checkpoint\" when it is safe: create() empties the old "
           "one at "
           "once";
  if (state.files.count("checkpoint") == 0 && state.names_kept > 0)
    return "Do not remove the old file: rename() replaces it in one step";
  for (const auto& [name, share] : state.unsynced)
    if (name == "checkpoint" && share != Share::all)
      return "Call fsync() on the new file before rename(): the name can be safe earlier than the data";
  return "Call fsync_folder() behind rename(), before " + save +
         " returns: until then the new name is not safe";
}

}  // namespace

Contents owned(const CrashState& state) {
  Contents files;
  for (const auto& [name, bytes] : state.files) files.emplace(name, bytes);
  return files;
}

int Recovery::save_in(const Contents& files, const std::string& circumstance) {
  const auto known = known_.find(files);
  if (known != known_.end()) return known->second;
  const Found found = load_(files, circumstance);
  int save = found.answered && !found.loaded ? none : mixture;
  for (std::size_t i = 0; found.answered && found.loaded && i < saved_.size(); ++i)
    if (found.state == saved_[i]) save = static_cast<int>(i) + 1;
  return known_[files] = save;
}

std::string Recovery::complaint(const Contents& files, std::size_t returned,
                                const std::string& circumstance) {
  const int save = save_in(files, circumstance);
  const std::string after =
      "though " + std::to_string(returned) + (returned == 1 ? " save has returned" : " saves have returned");
  if (save == mixture) return "load_checkpoint() finds a state that was never saved";
  if (save >= static_cast<int>(returned)) return "";
  return save == none ? "load_checkpoint() finds no whole checkpoint, " + after
                      : "load_checkpoint() finds that of save " + std::to_string(save) + ", " + after;
}

Recovery::Verdict Recovery::judge_all(const Journal& journal, const std::string& save,
                                      std::size_t most_states) {
  std::string advice;
  const auto complaint_about = [&](const CrashState& state) {
    const std::string moment = moment_in_words(journal, state);
    std::string words = complaint(owned(state), state.returned, ", after a crash " + moment);
    if (!words.empty() && advice.empty()) advice = missing_step(journal, state, save);
    return words;
  };
  Verdict verdict{judge(journal, complaint_about, most_states), ""};
  if (const auto& smallest = verdict.judged.smallest)
    verdict.message = std::to_string(verdict.judged.bad) + " of " +
                      std::to_string(verdict.judged.explored.states) +
                      " crash states are bad. The smallest: a crash " + smallest->sentence() + ". " + advice;
  return verdict;
}

}  // namespace gridmark::disk
