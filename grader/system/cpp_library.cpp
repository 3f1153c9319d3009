#include "grader/system/cpp_library.h"

#include <dlfcn.h>
#include <link.h>

namespace gridmark::system {
namespace {

/// Names like _ZNSt11char_traitsIcE2eqERKcS2_: the library defines some instances of templates too.
bool is_of_template(const std::string& name) { return name.find("I") < name.find('E'); }

}  // namespace

bool is_defined_by_cpp_library_alone(const std::string& name) {
  if (!name.starts_with("_Z") || is_of_template(name)) return false;
  const void* address = dlsym(RTLD_DEFAULT, name.c_str());
  Dl_info place{};
  const ElfW(Sym)* symbol = nullptr;
  if (address == nullptr ||
      dladdr1(address, &place, const_cast<void**>(reinterpret_cast<const void**>(&symbol)), RTLD_DL_SYMENT) ==
          0 ||
      symbol == nullptr)
    return false;
  return ELF64_ST_BIND(symbol->st_info) == STB_GLOBAL &&
         std::string(place.dli_fname).find("libstdc++") != std::string::npos;
}

}  // namespace gridmark::system
