#include "grader/sandbox/isolation_mode.h"

#include <filesystem>

namespace gridmark::sandbox {

std::string own_program() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored);
}

}  // namespace gridmark::sandbox
