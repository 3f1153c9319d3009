#include "emulation/driver/object_variables.h"

#include <elf.h>

#include <algorithm>
#include <cstring>

namespace gridmark::driver {
namespace {

/// A structure of the file, or one of zeros if the file ends too early.
template <class T>
T read(std::string_view file, std::size_t at) {
  T value{};
  if (at <= file.size() && file.size() - at >= sizeof value)
    std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

}  // namespace

std::vector<ObjectVariable> object_variables(std::string_view object) {
  std::vector<ObjectVariable> variables;
  const auto header = read<Elf64_Ehdr>(object, 0);
  const auto section = [&](std::size_t index) {
    return read<Elf64_Shdr>(object, header.e_shoff + index * sizeof(Elf64_Shdr));
  };
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr table = section(i);
    if (table.sh_type != SHT_SYMTAB) continue;
    const std::string_view names = object.substr(std::min(section(table.sh_link).sh_offset, object.size()));
    const std::size_t bytes = std::min<std::size_t>(table.sh_size, object.size());
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= bytes; at += sizeof(Elf64_Sym)) {
      const auto symbol = read<Elf64_Sym>(object, table.sh_offset + at);
      const auto type = ELF64_ST_TYPE(symbol.st_info);
      if ((type != STT_TLS && type != STT_OBJECT) || symbol.st_shndx == SHN_UNDEF) continue;
      const std::string_view rest = names.substr(std::min<std::size_t>(symbol.st_name, names.size()));
      variables.push_back({rest.substr(0, rest.find('\0')), symbol.st_size, type == STT_TLS});
    }
  }
  return variables;
}

}  // namespace gridmark::driver
