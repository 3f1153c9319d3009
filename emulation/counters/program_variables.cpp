#include "emulation/counters/program_variables.h"

#include <link.h>

#include <algorithm>
#include <cstdint>
#include <set>

#include "emulation/counters/symbol_names.h"
#include "emulation/demangled.h"
#include "emulation/engine/program_symbols.h"

/// Addresses of variables that the program declares as __constant__.
extern "C" {
extern const std::uintptr_t __start_gridmark_constants[] __attribute__((weak, visibility("hidden")));
extern const std::uintptr_t __stop_gridmark_constants[] __attribute__((weak, visibility("hidden")));
}

namespace gridmark::counters {
ProgramVariables::ProgramVariables() {
  find_program();
  add_variables();
}

void ProgramVariables::find_program() {
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        auto& self = *static_cast<ProgramVariables*>(result);
        self.load_address_ = info->dlpi_addr;
        for (const auto* part = info->dlpi_phdr; part != info->dlpi_phdr + info->dlpi_phnum; ++part) {
          if (part->p_type != PT_LOAD) continue;
          const std::uintptr_t first = info->dlpi_addr + part->p_vaddr;
          if (self.end_ == 0) self.begin_ = first & ~std::uintptr_t{4095};
          self.end_ = std::max(self.end_, first + part->p_memsz);
        }
        return 1;  // the first object is the program itself
      },
      this);
}

void ProgramVariables::add_variables() {
  std::set<std::uintptr_t> constants;
  for (const std::uintptr_t* at = __start_gridmark_constants; at < __stop_gridmark_constants; ++at)
    constants.insert(*at);
  emulation::for_each_symbol([&](const Elf64_Sym& symbol, const char* name) {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    if (type != STT_OBJECT || symbol.st_size == 0 || is_foreign(name)) return;
    const std::string own_name = last_name(emulation::demangled(name));
    const std::uintptr_t address = load_address_ + symbol.st_value;
    variables_.push_back({address, symbol.st_size, own_name, constants.contains(address)});
  });
  std::sort(variables_.begin(), variables_.end(),
            [](const auto& a, const auto& b) { return a.address < b.address; });
}

const ProgramVariable* ProgramVariables::at_or_before(std::uintptr_t address) const {
  auto after = std::upper_bound(variables_.begin(), variables_.end(), address,
                                [](std::uintptr_t a, const auto& variable) { return a < variable.address; });
  return after == variables_.begin() ? nullptr : &*std::prev(after);
}

}  // namespace gridmark::counters
