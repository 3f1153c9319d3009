#include "grader/measure/call_profiles.h"

#include "grader/load/load_call_profiles.h"
#include "grader/system/files.h"

namespace gridmark::measure {
namespace {

constexpr std::int64_t most_profile = std::int64_t{256} << 20;
constexpr std::int64_t most_reference = std::int64_t{16} << 20;

bool is_there(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::exists(file, ignored);
}

}  // namespace

Result<std::vector<CallProfile>> read_call_profiles(const std::filesystem::path& file) {
  if (!is_there(file)) return {};
  return load::load_call_profiles(TRY(system::read_file(file, most_profile)));
}

Result<std::vector<CallProfile>> read_reference(const std::filesystem::path& file) {
  if (!is_there(file)) return {};
  const std::string text = TRY(system::read_file(file, most_reference));
  return load::load_reference(text, file.string());
}

}  // namespace gridmark::measure
