// Feature: NVTX ranges and marks, in C and C++, with domains and registered strings: they are part of the timeline
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvtx3.hpp>

#include "../check.h"

struct Loader {
  static constexpr const char* name = "loader";
};

void function() { NVTX3_FUNC_RANGE(); }

// With a tool that follows ranges, calls return their levels. Without one, all return the same value.
void levels() {
  const int first = nvtxRangePush("outer");
  if (first == NVTX_NO_PUSH_POP_TRACKING) return;
  CHECK(first == 0);
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.colorType = NVTX_COLOR_ARGB;
  event.color = 0xff00ff00;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = "inner";
  CHECK(nvtxRangePushEx(&event) == 1);
  const nvtxDomainHandle_t domain = nvtxDomainCreate("another");
  event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  event.message.registered = nvtxDomainRegisterString(domain, "batch");
  CHECK(nvtxDomainRangePushEx(domain, &event) == 0);
  CHECK(nvtxDomainRangePop(domain) == 0);
  nvtxDomainDestroy(domain);
  CHECK(nvtxRangePop() == 1);
  CHECK(nvtxRangePop() == 0);
  CHECK(nvtxRangePop() < 0);
  const nvtxRangeId_t one = nvtxRangeStart("range"), other = nvtxRangeStartW(L"other");
  CHECK(one != other);
  nvtxRangeEnd(one);
  nvtxRangeEnd(other);
}

int main() {
  levels();
  nvtxMark("here");
  function();
  {
    nvtx3::scoped_range range{"scope"};
    nvtx3::scoped_range_in<Loader> inner{nvtx3::event_attributes{"batch", nvtx3::rgb{0, 255, 0}}};
    nvtx3::mark("there");
  }
  nvtx3::end_range(nvtx3::start_range("started"));
  coverage::Buffer<int> x(1, 5);
  CHECK(x.get()[0] == 5);
  return coverage::result();
}
