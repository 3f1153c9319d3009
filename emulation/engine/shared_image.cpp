#include "emulation/engine/shared_image.h"

#include <link.h>

#include <cstring>
#include <string_view>

namespace gridmark::emulation {
namespace {

struct Segment {
  char* data;
  std::size_t bytes;
};

/// The system's libraries keep their own state there (errno, a stream's lock): theirs stays.
bool is_system_library(std::string_view name) {
  return name.starts_with("/lib") || name.starts_with("/usr/") || name.starts_with("linux-vdso");
}

/// Addresses differ from thread to thread, so every call looks anew.
std::vector<Segment> segments() {
  std::vector<Segment> found;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        if (!info->dlpi_tls_data || is_system_library(info->dlpi_name)) return 0;
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_TLS)
            static_cast<std::vector<Segment>*>(result)->push_back(
                {static_cast<char*>(info->dlpi_tls_data), info->dlpi_phdr[i].p_memsz});
        return 0;
      },
      &found);
  return found;
}

const std::vector<Segment>& segments_here() {
  static thread_local const std::vector<Segment>* here = nullptr;
  if (!here) here = new std::vector<Segment>(segments());
  return *here;
}

}  // namespace

void SharedImage::save() {
  const std::vector<Segment>& here = segments_here();
  std::size_t total = 0;
  for (const Segment& segment : here) total += segment.bytes;
  bytes_.resize(total);
  char* to = bytes_.data();
  for (const Segment& segment : here) {
    std::memcpy(to, segment.data, segment.bytes);
    to += segment.bytes;
  }
}

void SharedImage::load() const {
  const char* from = bytes_.data();
  for (const Segment& segment : segments_here()) {
    std::memcpy(segment.data, from, segment.bytes);
    from += segment.bytes;
  }
}

}  // namespace gridmark::emulation
