#pragma once
// Activity of the device since the last reset_meters(). Callers must hold the device lock.
#include <cstddef>

#include "emulation/meters.h"
#include "emulation/timeline.h"
#include "gridmark/engine.h"

namespace gridmark::emulation {

using CopyDirection = Span::Direction;

void note_launch(const Grid& grid);
void note_library_call();  ///< a launch whose grid only the library knows
void note_copy(CopyDirection direction, std::size_t bytes);
void note_copy_to_variable(std::size_t bytes);
void note_allocation(std::size_t bytes, bool managed);
void note_heap_block(std::size_t bytes);  ///< memory that a kernel allocates, without a call of the host
void note_release(std::size_t bytes);

}  // namespace gridmark::emulation
