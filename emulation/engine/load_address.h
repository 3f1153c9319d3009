#pragma once
#include <link.h>

#include <cstdint>

namespace gridmark::emulation {

/// The load address of the program, which is added to the addresses in its file.
inline std::uintptr_t load_address() {
  std::uintptr_t address = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        *static_cast<std::uintptr_t*>(result) = info->dlpi_addr;
        return 1;  // the first object is the program itself
      },
      &address);
  return address;
}

}  // namespace gridmark::emulation
