#include "emulation/counters/symbol_names.h"

#include <string_view>

namespace gridmark::counters {

std::string last_name(const std::string& full) {
  const std::size_t colons = full.rfind("::");
  return colons == std::string::npos ? full : full.substr(colons + 2);
}

bool is_foreign(const char* symbol) {
  const std::string_view name = symbol;
  for (std::string_view prefix :
       {"_ZG", "_ZT", "__", "gridmark_", "_ZN8gridmark", "_ZZN8gridmark", "_ZNSt", "_ZZNSt", "_ZSt"})
    if (name.starts_with(prefix)) return true;
  return false;
}

}  // namespace gridmark::counters
