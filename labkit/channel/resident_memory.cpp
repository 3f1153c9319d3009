#include "labkit/channel/resident_memory.h"

#include <sys/prctl.h>
#include <sys/resource.h>

namespace gridmark::channel {

void use_small_pages() { prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); }

std::uint64_t peak_resident_bytes() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<std::uint64_t>(used.ru_maxrss) << 10;  // given in KiB
}

}  // namespace gridmark::channel
