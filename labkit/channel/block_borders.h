#pragma once
#include <string>

#include "emulation/meters.h"
#include "protocol/wrong_elements.h"

namespace gridmark::channel {

/// Sets the number of rows and columns that a block of `kernel` covers, if its launch has one thread for each
/// element. The launch may differ from the array by less than a block.
void find_block_borders(WrongElements& seen, const emulation::Meters& meters, const std::string& kernel);

}  // namespace gridmark::channel
