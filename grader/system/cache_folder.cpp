#include "grader/system/cache_folder.h"

#include <cstdlib>

namespace gridmark::system {
namespace {

std::filesystem::path named_by(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value == '/' ? value : "";
}

}  // namespace

std::filesystem::path cache_folder() {
  if (const auto cache = named_by("XDG_CACHE_HOME"); !cache.empty()) return cache / "gridmark";
  const auto home = named_by("HOME");
  return home.empty() ? home : home / ".cache" / "gridmark";
}

}  // namespace gridmark::system
