#pragma once

namespace gridmark::emulation {

/// From now on the process cannot replace the handlers by which the device learns of faults, and so of
/// accesses that no hook counted. A fault that is blocked ends the process. Other signals stay under the
/// program's control. A worker calls this before the first instruction of the student's code.
void distrust_program();

/// Whether the handlers of faults are fixed.
bool program_is_distrusted();

/// Forbidden: from now on, device work from any thread but this one ends the program. Such work would come
/// too late to be counted, and early enough to help the answer.
void allow_work_of_other_threads(bool allowed);

}  // namespace gridmark::emulation
