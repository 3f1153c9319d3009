#pragma once

namespace gridmark::emulation {

/// With GRIDMARK_TIMELINE=FILE in the environment, writes the timeline so far to FILE, completely or not at
/// all (timeline/chrome_trace.h). The runtime calls this when the program ends. Other ends need a call too.
void write_timeline_file();

}  // namespace gridmark::emulation
