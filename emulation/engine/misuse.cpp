#include "emulation/engine/misuse.h"

#include <cstdio>

#include "emulation/engine/block.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/source_place.h"

namespace gridmark::emulation {

void refuse_misuse(const void* place, const char* what) {
  const SourcePlace at = source_place(place);
  char message[400];
  std::snprintf(message, sizeof message, "%s in kernel %s by block (%u,%u,%u) thread (%u,%u,%u) at %s", what,
                Block::here().kernel(), blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y,
                threadIdx.z, text_of(at).c_str());
  std::fflush(stdout);
  fault_of_block(message, at, error_launch_failure);
}

}  // namespace gridmark::emulation
