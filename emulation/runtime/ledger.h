#pragma once
// What the device did since the last reset_meters(). Callers hold the device lock.
#include <cstddef>

#include "emulation/meters.h"
#include "emulation/timeline.h"
#include "gridmark/engine.h"

namespace gridmark::emulation {

using CopyDirection = Span::Direction;

void note_launch(const Grid& grid);
void note_library_call();  ///< a launch whose grid is the library's own business
void note_copy(CopyDirection direction, std::size_t bytes);
void note_copy_to_variable(std::size_t bytes);
void note_allocation(std::size_t bytes, bool managed);
void note_heap_block(std::size_t bytes);  ///< memory that a kernel takes: no call of the host's
void note_release(std::size_t bytes);

}  // namespace gridmark::emulation
