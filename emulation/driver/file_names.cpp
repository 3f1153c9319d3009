#include "emulation/driver/file_names.h"

#include <algorithm>

namespace gridmark::driver {
namespace {

struct Mapping {
  std::string_view from, to;
};

std::vector<Mapping> mappings_of(const std::vector<std::string>& options) {
  constexpr std::string_view name = "-ffile-prefix-map=";
  std::vector<Mapping> mappings;
  for (const std::string_view option : options) {
    if (!option.starts_with(name)) continue;
    const std::string_view both = option.substr(name.size());
    const std::size_t middle = both.find('=');
    if (middle != both.npos) mappings.push_back({both.substr(0, middle), both.substr(middle + 1)});
  }
  std::reverse(mappings.begin(), mappings.end());
  return mappings;
}

/// The begin of the file's name, or npos in a line that names none.
std::size_t file_name_in(std::string_view line) {
  if (!line.starts_with("# ")) return line.npos;
  const std::size_t quote = line.find_first_not_of("0123456789", 2);
  return quote != line.npos && line.substr(quote).starts_with(" \"") ? quote + 2 : line.npos;
}

}  // namespace

std::string with_mapped_file_names(std::string_view preprocessed, const std::vector<std::string>& options) {
  const std::vector<Mapping> mappings = mappings_of(options);
  std::string result;
  while (!preprocessed.empty()) {
    const std::string_view line = preprocessed.substr(0, preprocessed.find('\n') + 1);
    const std::string_view whole = line.empty() ? preprocessed : line;
    preprocessed.remove_prefix(whole.size());
    const std::size_t name = file_name_in(whole);
    const auto mapping = std::find_if(mappings.begin(), mappings.end(), [&](const Mapping& one) {
      return name != whole.npos && whole.substr(name).starts_with(one.from);
    });
    if (mapping == mappings.end()) {
      result += whole;
      continue;
    }
    result.append(whole, 0, name).append(mapping->to).append(whole.substr(name + mapping->from.size()));
  }
  return result;
}

}  // namespace gridmark::driver
