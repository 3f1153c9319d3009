#include "emulation/driver/shared_limit.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "emulation/demangled.h"
#include "emulation/driver/constant_names.h"

namespace gridmark::driver {
namespace {

/// A structure of the file; one of zeros where the file ends before it does.
template <class T>
T read(std::string_view file, std::size_t at) {
  T value{};
  if (at <= file.size() && file.size() - at >= sizeof value)
    std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

/// Calls visit(name, bytes) for each thread-local variable of a function.
template <class Visit>
void for_each_local(std::string_view object, Visit visit) {
  const auto header = read<Elf64_Ehdr>(object, 0);
  const auto section = [&](std::size_t index) {
    return read<Elf64_Shdr>(object, header.e_shoff + index * sizeof(Elf64_Shdr));
  };
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr table = section(i);
    if (table.sh_type != SHT_SYMTAB) continue;
    const std::string_view names = object.substr(std::min(section(table.sh_link).sh_offset, object.size()));
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
      const auto symbol = read<Elf64_Sym>(object, table.sh_offset + at);
      if (ELF64_ST_TYPE(symbol.st_info) != STT_TLS || symbol.st_shndx == SHN_UNDEF) continue;
      const std::string_view rest = names.substr(std::min<std::size_t>(symbol.st_name, names.size()));
      const std::string_view name = rest.substr(0, rest.find('\0'));
      if (name.starts_with("_ZZ")) visit(std::string(name), symbol.st_size);
    }
  }
}

}  // namespace

std::vector<TooMuchShared> too_much_shared(std::string_view object, std::string_view source) {
  const std::vector<std::string> listed = declared_names(source, {"__shared__"});
  const std::set<std::string> names(listed.begin(), listed.end());
  std::map<std::string, std::size_t> functions;
  for_each_local(object, [&](const std::string& symbol, std::size_t bytes) {
    const std::string full = emulation::demangled(symbol);
    const std::size_t colons = full.rfind("::");
    if (colons != full.npos && names.contains(full.substr(colons + 2)))
      functions[full.substr(0, colons)] += bytes;
  });
  std::vector<TooMuchShared> found;
  for (const auto& [function, bytes] : functions)
    if (bytes > most_static_shared_bytes) found.push_back({function, bytes});
  return found;
}

}  // namespace gridmark::driver
