#include "labkit/disk/names.h"

#include <cerrno>

#include "labkit/disk/disk.h"

namespace gridmark::disk {

std::string fault_of_name(const std::string& name) {
  if (name.empty()) return "a file needs a name";
  if (name == "." || name == "..") return "this name is the folder's, expected a file's";
  if (name.find('/') != std::string::npos) return "a name has no \"/\": a disk is one folder";
  if (name.find('\0') != std::string::npos) return "a name has no zero byte";
  if (name.size() > longest_name) return "a name has at most 255 bytes";
  return "";
}

std::string printable(const std::string& name) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const char letter : name) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte >= 0x20 && byte != 0x7f)
      text += letter;
    else
      text += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
  }
  return text;
}

void check_name(const std::string& call, const std::string& name) {
  if (const std::string fault = fault_of_name(name); !fault.empty())
    throw DiskError(call, name, EINVAL, fault);
}

}  // namespace gridmark::disk
