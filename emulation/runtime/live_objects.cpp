#include "emulation/runtime/live_objects.h"

#include <map>
#include <mutex>

#include "emulation/engine/call_stack.h"
#include "emulation/engine/source_place.h"
#include "emulation/live_objects.h"

namespace gridmark::emulation {
namespace {

struct Created {
  const void* object;
  const char* call;
  CallStack stack;
};

struct Objects {
  std::mutex mutex;
  std::uint64_t created = 0;
  std::map<std::uint64_t, Created> live;           ///< by creation number
  std::map<const void*, std::uint64_t> number_of;  ///< of these
};

/// Never destroyed, because static objects of a program can free theirs at its end.
Objects& objects() {
  static auto* all = new Objects;
  return *all;
}

}  // namespace

void note_object(const void* object, const char* call) {
  const CallStack stack = call_stack_here();
  Objects& all = objects();
  const std::lock_guard lock(all.mutex);
  const std::uint64_t number = ++all.created;
  all.live[number] = {object, call, stack};
  all.number_of[object] = number;
}

void forget_object(const void* object) {
  Objects& all = objects();
  const std::lock_guard lock(all.mutex);
  const auto found = all.number_of.find(object);
  if (found == all.number_of.end()) return;
  all.live.erase(found->second);
  all.number_of.erase(found);
}

std::uint64_t objects_created() {
  const std::lock_guard lock(objects().mutex);
  return objects().created;
}

std::vector<LiveObject> live_objects_since(std::uint64_t mark) {
  Objects& all = objects();
  const std::lock_guard lock(all.mutex);
  std::vector<LiveObject> result;
  for (auto one = all.live.upper_bound(mark); one != all.live.end(); ++one)
    result.push_back({one->second.call, source_place(one->second.stack)});
  return result;
}

}  // namespace gridmark::emulation
