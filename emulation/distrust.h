#pragma once

namespace gridmark::emulation {

/// From now on nothing in this process replaces the handlers by which the device learns of faults, and so of
/// accesses that nobody announced; and a fault that is blocked ends the process. Other signals stay the
/// program's. For a worker, before the first instruction that a student wrote.
void distrust_program();

/// Whether the handlers of faults are fixed.
bool program_is_distrusted();

}  // namespace gridmark::emulation
