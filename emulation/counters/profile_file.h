#pragma once

namespace gridmark::counters {

/// With GRIDMARK_PROFILE=FILE in the environment: writes what the program did to FILE when it ends, or when
/// it faults. docs/formats/profile.schema.json describes the file. Call before the program's own
/// constructors: what its destructors free is no leak then.
void write_profile_at_the_end();

}  // namespace gridmark::counters
