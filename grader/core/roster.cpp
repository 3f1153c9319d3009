#include "grader/core/roster.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "grader/core/utf8.h"

namespace gridmark {
namespace {

bool fits(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0 ||
         std::string_view("._@+-").find(c) != std::string_view::npos;
}

}  // namespace

std::string why_no_folder_name(const std::string& id) {
  constexpr std::size_t most = 100;
  if (id.empty()) return "is empty";
  if (id.size() > most) return "has more than 100 bytes";
  if (first_invalid_byte(id) != std::string::npos) return "is not UTF-8";
  if (id.front() == '.' || id.front() == '-') return "starts with a dot or a hyphen";
  if (!std::all_of(id.begin(), id.end(), fits))
    return "has a character other than letters, digits and . _ @ + -";
  return "";
}

bool is_address(const std::string& repository) {
  const auto colon = repository.find(':');
  return colon != repository.npos && repository.find('/') > colon;
}

}  // namespace gridmark
