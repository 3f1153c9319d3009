#pragma once

namespace gridmark::counters {

/// When the program ends, or when it faults, what was seen is told. With GRIDMARK_PROFILE=FILE in the
/// environment it goes to FILE, as docs/formats/profile.schema.json describes; else, unless the program
/// itself has read its meters, the findings and leaks go to standard error, a message each. Call before the
/// program's own constructors: what its destructors free is no leak then.
void tell_at_the_end();

}  // namespace gridmark::counters
