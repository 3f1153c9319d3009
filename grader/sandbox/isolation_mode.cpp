#include "grader/sandbox/isolation_mode.h"

#include <filesystem>

namespace gridmark::sandbox {

std::string own_program() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored);
}

std::vector<std::string> stub_command(const std::string& program, const Options& inside) {
  std::vector<std::string> words{program, "stub"};
  const std::vector<std::string> arguments = stub_arguments(inside);
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

}  // namespace gridmark::sandbox
