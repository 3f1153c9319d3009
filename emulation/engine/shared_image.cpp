#include "emulation/engine/shared_image.h"

#include <link.h>

#include <atomic>
#include <cstring>
#include <string_view>

namespace gridmark::emulation {
namespace {

struct Segment {
  char* data;
  std::size_t bytes;
};

/// The system's libraries keep their own state there (errno, a stream's lock), which is not saved.
bool is_system_library(std::string_view name) {
  return name.starts_with("/lib") || name.starts_with("/usr/") || name.starts_with("linux-vdso");
}

struct Library {
  std::size_t id;     ///< the loader's number for its thread-local variables
  std::size_t bytes;  ///< size of these variables
};

std::vector<Library> libraries() {
  std::vector<Library> found;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        if (info->dlpi_tls_modid == 0 || is_system_library(info->dlpi_name)) return 0;
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_TLS)
            static_cast<std::vector<Library>*>(result)->push_back(
                {info->dlpi_tls_modid, info->dlpi_phdr[i].p_memsz});
        return 0;
      },
      &found);
  return found;
}

struct TlsIndex {
  unsigned long module, offset;
};
extern "C" void* __tls_get_addr(TlsIndex*);

/// Addresses differ from thread to thread. Asking for an address makes the thread's copy if it has none yet,
/// which happens for a library that was loaded after the thread began.
std::vector<Segment> segments() {
  std::vector<Segment> found;
  for (const Library& library : libraries()) {
    TlsIndex start{library.id, 0};
    found.push_back({static_cast<char*>(__tls_get_addr(&start)), library.bytes});
  }
  return found;
}

std::atomic<unsigned> libraries_loaded{0};

const std::vector<Segment>& segments_here() {
  static thread_local const std::vector<Segment>* here = nullptr;
  static thread_local unsigned known = 0;
  const unsigned loaded = libraries_loaded;
  if (!here || known != loaded) {
    delete here;
    here = new std::vector<Segment>(segments());
    known = loaded;
  }
  return *here;
}

}  // namespace

void forget_shared_variables() { ++libraries_loaded; }

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
