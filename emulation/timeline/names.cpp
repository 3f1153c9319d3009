#include <cstddef>

#include "emulation/timeline.h"

namespace gridmark::emulation {

const char* name_of(Span::Kind kind) {
  constexpr const char* names[] = {"kernel", "copy", "fill", "library", "collective", "host"};
  return names[static_cast<std::size_t>(kind)];
}

const char* name_of(Span::Basis basis) {
  constexpr const char* names[] = {"shape", "counts", "bytes", "operations", "constant"};
  return names[static_cast<std::size_t>(basis)];
}

const char* name_of(Span::Direction direction) {
  constexpr const char* names[] = {"", "host to host", "host to device", "device to host",
                                   "device to device"};
  return names[static_cast<std::size_t>(direction)];
}

}  // namespace gridmark::emulation
