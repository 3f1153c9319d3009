#pragma once
#include "emulation/meters.h"
#include "protocol/warp_access.h"

namespace gridmark::emulation {

/// The emulated device has a separate type with the integer types that it counts in. In JSON it is
/// protocol's.
constexpr auto fields(const WarpAccess*) { return warp_access_fields<WarpAccess>(); }

}  // namespace gridmark::emulation
