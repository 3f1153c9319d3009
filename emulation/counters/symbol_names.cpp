#include "emulation/counters/program_symbols.h"

#include <algorithm>
#include <fstream>
#include <string_view>
#include <vector>

namespace gridmark::counters {

void for_each_symbol(const std::function<void(const Elf64_Sym& symbol, const char* name)>& visit) {
  std::ifstream file("/proc/self/exe", std::ios::binary | std::ios::ate);
  std::vector<char> image(file ? static_cast<std::size_t>(file.tellg()) : 0);
  if (image.size() < sizeof(Elf64_Ehdr)) return;
  if (!file.seekg(0).read(image.data(), static_cast<std::streamsize>(image.size()))) return;
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(image.data());
  const auto* sections = reinterpret_cast<const Elf64_Shdr*>(image.data() + header->e_shoff);
  for (const Elf64_Shdr* table = sections; table != sections + header->e_shnum; ++table) {
    if (table->sh_type != SHT_SYMTAB) continue;
    const char* names = image.data() + sections[table->sh_link].sh_offset;
    const auto* symbols = reinterpret_cast<const Elf64_Sym*>(image.data() + table->sh_offset);
    for (std::size_t i = 0; i < table->sh_size / sizeof *symbols; ++i)
      if (symbols[i].st_shndx != SHN_UNDEF) visit(symbols[i], names + symbols[i].st_name);
  }
}

std::string last_name(const std::string& full) {
  const std::size_t colons = full.rfind("::");
  return colons == std::string::npos ? full : full.substr(colons + 2);
}

bool is_foreign(const char* symbol) {
  const std::string_view name = symbol;
  for (std::string_view prefix :
       {"_ZG", "_ZT", "__", "gridmark_", "_ZN8gridmark", "_ZZN8gridmark", "_ZNSt", "_ZZNSt", "_ZSt"})
    if (name.starts_with(prefix)) return true;
  return false;
}

}  // namespace gridmark::counters
