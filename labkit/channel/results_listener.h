#pragma once
#include <string>

namespace gridmark::channel {

/// Each checker defines it: the lab's folder name. (cmake/labs.cmake passes it in.)
extern const char* const lab_name;

/// Writes what the tests find to `path` from now on. Throws std::runtime_error when it cannot.
void listen_for_results(const std::string& path);

}  // namespace gridmark::channel
