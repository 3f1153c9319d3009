// The name of a kernel from the program's symbol table.
#include <elfutils/libdwfl.h>
#include <unistd.h>

#include <memory>

#include "emulation/runtime/function_settings.h"

namespace gridmark::emulation {

std::string function_at(const void* function) {
  static char* no_path = nullptr;
  static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                           .find_debuginfo = dwfl_standard_find_debuginfo,
                                           .section_address = dwfl_offline_section_address,
                                           .debuginfo_path = &no_path};
  const std::unique_ptr<Dwfl, void (*)(Dwfl*)> session(dwfl_begin(&callbacks), dwfl_end);
  if (!session || dwfl_linux_proc_report(session.get(), getpid()) != 0 ||
      dwfl_report_end(session.get(), nullptr, nullptr) != 0)
    return "";
  const auto address = reinterpret_cast<Dwarf_Addr>(function);
  Dwfl_Module* module = dwfl_addrmodule(session.get(), address);
  const char* name = module ? dwfl_module_addrname(module, address) : nullptr;
  return name ? name : "";
}

}  // namespace gridmark::emulation
