#include "emulation/engine/call_stack.h"

#include <unwind.h>

#include "emulation/engine/source_place.h"

namespace gridmark::emulation {
namespace {

struct Walk {
  CallStack stack;
  std::size_t depth = 0;

  static _Unwind_Reason_Code note(_Unwind_Context* context, void* data) {
    auto& self = *static_cast<Walk*>(data);
    self.stack.return_addresses[self.depth++] = reinterpret_cast<const void*>(_Unwind_GetIP(context));
    return self.depth == self.stack.return_addresses.size() ? _URC_END_OF_STACK : _URC_NO_REASON;
  }
};

}  // namespace

CallStack call_stack_here() {
  Walk walk;
  _Unwind_Backtrace(&Walk::note, &walk);
  return walk.stack;
}

SourcePlace source_place(const CallStack& stack) {
  for (const void* address : stack.return_addresses) {
    if (!address) break;
    if (const SourcePlace place = source_place(address); place.line > 0) return place;
  }
  return {};
}

}  // namespace gridmark::emulation
