#include "labkit/exam/resident_memory.h"

#include <sys/resource.h>

namespace gridmark::exam {

std::uint64_t peak_resident_bytes() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<std::uint64_t>(used.ru_maxrss) << 10;  // given in KiB
}

}  // namespace gridmark::exam
