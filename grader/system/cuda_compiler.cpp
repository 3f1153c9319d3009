#include "grader/system/cuda_compiler.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace gridmark::system {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> program_in(const fs::path& folder, const std::string& name) {
  const fs::path program = folder / name;
  std::error_code ignored;
  if (!fs::is_regular_file(program, ignored) || access(program.c_str(), X_OK) != 0) return std::nullopt;
  return program;
}

}  // namespace

std::optional<fs::path> find_cuda_program(const std::string& name) {
  if (const char* home = std::getenv("CUDA_HOME"); home != nullptr && *home != '\0')
    return program_in(fs::path(home) / "bin", name);
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (folder.starts_with('/'))
      if (auto found = program_in(folder, name)) return found;
  return program_in("/usr/local/cuda/bin", name);
}

std::string nvcc_version_in(std::string_view text) {
  constexpr std::string_view before = "release ";
  const std::size_t at = text.find(before);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = text.substr(at + before.size());
  return std::string(rest.substr(0, rest.find_first_not_of("0123456789.")));
}

}  // namespace gridmark::system
