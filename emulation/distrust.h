#pragma once

namespace gridmark::emulation {

/// From now on nothing in this process replaces the handlers by which the device learns of faults, and so of
/// accesses that nobody announced; and a fault that is blocked ends the process. Other signals stay the
/// program's. For a worker, before the first instruction that a student wrote.
void distrust_program();

/// Whether the handlers of faults are fixed.
bool program_is_distrusted();

/// Forbidden: from now on work that another thread than this one gives to the device ends the program. It
/// would come too late to be counted, and early enough for the answer.
void allow_work_of_other_threads(bool allowed);

}  // namespace gridmark::emulation
