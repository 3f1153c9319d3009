#pragma once

namespace gridmark::counters {

/// Makes the program report its findings when it ends or faults. With GRIDMARK_PROFILE=FILE in the
/// environment it writes FILE as docs/formats/profile.schema.json describes. Otherwise the findings and leaks
/// go to standard error, one message each, unless the program itself has read its meters. Call this before
/// the program's constructors, so that memory that its destructors free does not count as a leak.
void tell_at_the_end();

}  // namespace gridmark::counters
