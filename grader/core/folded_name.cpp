#include "grader/core/folded_name.h"

#include <utf8proc.h>

#include <cstdlib>

namespace gridmark {

std::string folded_name(std::string_view name) {
  constexpr auto how = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD |
                                                      UTF8PROC_IGNORE);
  utf8proc_uint8_t* folded = nullptr;
  const auto length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
                                   static_cast<utf8proc_ssize_t>(name.size()), &folded, how);
  if (length < 0) return std::string(name);
  std::string text(reinterpret_cast<const char*>(folded), static_cast<std::size_t>(length));
  std::free(folded);
  return text;
}

}  // namespace gridmark
