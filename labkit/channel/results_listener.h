#pragma once
#include <string>

namespace gridmark::channel {

/// The lab's folder name. Each checker defines it (cmake/labs.cmake passes it in).
extern const char* const lab_name;

/// Writes the results of tests to `path` from now on. Throws std::runtime_error if it cannot.
void listen_for_results(const std::string& path);

}  // namespace gridmark::channel
