// Feature: NVTX ranges and marks, in C and C++ (they do nothing)
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvtx3.hpp>

#include "../check.h"

int main() {
  nvtxRangePush("outer");
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.colorType = NVTX_COLOR_ARGB;
  event.color = 0xff00ff00;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = "inner";
  nvtxRangePushEx(&event);
  nvtxMark("here");
  nvtxRangePop();
  nvtxRangePop();
  const nvtxRangeId_t id = nvtxRangeStart("range");
  nvtxRangeEnd(id);
  {
    nvtx3::scoped_range range{"scope"};
    nvtx3::mark("there");
  }
  coverage::Buffer<int> x(1, 5);
  CHECK(x.get()[0] == 5);
  return coverage::result();
}
