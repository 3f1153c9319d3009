#include "grader/sandbox/small_files.h"

#include <fcntl.h>

#include <cstdlib>

#include "base/file_descriptor.h"

namespace gridmark::sandbox {

std::string read_small_file(const std::string& path) {
  constexpr std::size_t cap = 64 * 1024;
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  char part[4096];
  ssize_t count = 0;
  while (file.valid() && text.size() < cap && (count = read(file.get(), part, sizeof part)) > 0)
    text.append(part, static_cast<std::size_t>(count));
  return text;
}

bool write_small_file(const std::string& path, std::string_view text) {
  const FileDescriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.valid() && write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::int64_t number_after(std::string_view text, std::string_view key, std::int64_t otherwise) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line(text.substr(at, end - at));
    if (line.starts_with(key) && line.find_first_of(" \t", key.size()) == key.size())
      return std::strtoll(line.c_str() + key.size(), nullptr, 10);
    at = end + 1;
  }
  return otherwise;
}

}  // namespace gridmark::sandbox
