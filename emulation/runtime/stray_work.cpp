#include "emulation/runtime/stray_work.h"

#include <algorithm>
#include <vector>

#include "emulation/engine/call_stack.h"
#include "emulation/engine/source_place.h"
#include "emulation/stray_work.h"

namespace gridmark::emulation {
namespace {

struct Stray {
  QueuedCall call;
  Position position;
  CallStack stack;
  bool in_default_stream;  ///< or in a thread's default stream: one that no program has created
};

struct Watched {
  std::shared_ptr<Stream> stream;  ///< null: no watch
  std::vector<Stray> strays;
};

Watched& watched() {
  static auto* one = new Watched;
  return *one;
}

constexpr std::size_t most_strays = 64;

bool is_left_behind(const Stray& stray) { return stray.position.stream->done() < stray.position.number; }

/// The line of the program's own call. Empty if the call is a function's last action and thus a jump, whose
/// caller is the harness.
SourcePlace place_of(const Stray& stray) {
  const SourcePlace place = source_place(stray.stack);
  return place.file.starts_with('/') ? SourcePlace{} : place;
}

Finding finding_of(const Stray& stray, const char* went, const std::string& remedy) {
  Finding found{Finding::Kind::wrong_stream, "", place_of(stray), ""};
  const std::string at = found.place.file.empty() ? "" : " at " + text_of(found.place);
  found.message = stray.call.what + at + " " + went + "; " + remedy;
  return found;
}

Finding first_of(const std::vector<Stray>& strays) {
  for (const Stray& stray : strays)
    if (stray.in_default_stream)
      return finding_of(stray, "went to the default stream, not to the stream that the function is given",
                        stray.call.remedy);
  const auto left = std::find_if(strays.begin(), strays.end(), is_left_behind);
  if (left == strays.end()) return {Finding::Kind::wrong_stream, "", {}, ""};
  return finding_of(*left, "is in a stream that the given stream does not wait for",
                    "use the given stream, or record an event behind this work and call cudaStreamWaitEvent "
                    "with it and the given stream");
}

}  // namespace

void note_queued(const Position& position, const QueuedCall& call) {
  Watched& all = watched();
  const bool stray = all.stream && position.stream != all.stream && position.number > 0;
  if (stray && all.strays.size() < most_strays)
    all.strays.push_back(
        {call, position, call_stack_here(), !Streams::instance().has_created(*position.stream)});
}

void watch_for_stray_work(void* stream) {
  const DeviceLock lock(device_mutex());
  watched() = {stream ? Streams::instance().find(static_cast<cudaStream_t>(stream)) : nullptr, {}};
}

Finding stray_work() {
  const DeviceLock lock(device_mutex());
  const Watched seen = std::move(watched());
  watched() = {};
  if (!seen.stream) return {Finding::Kind::wrong_stream, "", {}, ""};
  seen.stream->complete(seen.stream->last());
  return first_of(seen.strays);
}

}  // namespace gridmark::emulation
