#include "labkit/disk/judgement.h"

#include "labkit/disk/names.h"

namespace gridmark::disk {
namespace {

std::string name_of_share(Share share) {
  return share == Share::none ? "none" : share == Share::half ? "half" : "all";
}

/// ", with 1 of 2 unsynced changes of names and half of the unsynced data of ckpt"
std::string survivors(const CrashState& state) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? ", with " : " and ") + part; };
  if (state.names_pending > 0)
    add(std::to_string(state.names_kept) + " of " + std::to_string(state.names_pending) +
        " unsynced changes of names");
  for (const auto& [name, share] : state.unsynced)
    add(name_of_share(share) + " of the unsynced data of " + printable(name));
  return text;
}

Contents copied(const std::map<std::string, std::string_view>& files) {
  Contents contents;
  for (const auto& [name, bytes] : files) contents.emplace(name, bytes);
  return contents;
}

}  // namespace

std::string moment_in_words(const Journal& journal, const CrashState& state) {
  std::string text = "before the first operation";
  if (state.operations > 0)
    text = "after operation " + std::to_string(state.operations) + " of " +
           std::to_string(journal.operations.size()) + " (" +
           in_words(journal.operations[state.operations - 1]) + ")";
  return text + survivors(state);
}

Judgement judge(const Journal& journal, const std::function<std::string(const CrashState&)>& complaint_about,
                std::size_t limit) {
  Judgement judgement;
  judgement.explored = for_each_crash_state(journal, limit, [&](const CrashState& state) {
    const std::string complaint = complaint_about(state);
    if (complaint.empty()) return;
    if (judgement.bad++ == 0)
      judgement.smallest =
          BadState{state.operations, state.returned,      moment_in_words(journal, state),
                   complaint,        copied(state.files), crash_picture(journal, state, complaint)};
  });
  return judgement;
}

}  // namespace gridmark::disk
