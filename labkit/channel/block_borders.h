#pragma once
#include <string>

#include "emulation/meters.h"
#include "protocol/wrong_elements.h"

namespace gridmark::channel {

/// Fills in how many rows and columns a block of `kernel` covers, where its launch has a thread for each
/// element: as many as the array has, or less than a block more or fewer.
void find_block_borders(WrongElements& seen, const emulation::Meters& meters, const std::string& kernel);

}  // namespace gridmark::channel
