#pragma once

namespace gridmark::emulation {

/// With GRIDMARK_TIMELINE=FILE in the environment, writes what has run so far to FILE, as a whole or not at
/// all (timeline/chrome_trace.h). The runtime does so when the program ends; call it where it ends otherwise.
void write_timeline_file();

}  // namespace gridmark::emulation
