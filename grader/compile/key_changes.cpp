#include "grader/compile/key_changes.h"

#include <gelf.h>
#include <libelf.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace gridmark::compile {
namespace {

constexpr std::string_view wrpkru = "\x0f\x01\xef";

struct EndProgram {
  void operator()(Elf* elf) const { elf_end(elf); }
};
using ProgramHandle = std::unique_ptr<Elf, EndProgram>;

/// Addresses of the bytes in one section.
void find_in(Elf_Scn* section, const GElf_Shdr& header, std::vector<std::uint64_t>& found) {
  const Elf_Data* data = elf_rawdata(section, nullptr);
  if (data == nullptr || data->d_buf == nullptr) return;
  const std::string_view bytes(static_cast<const char*>(data->d_buf), data->d_size);
  for (std::size_t at = 0; (at = bytes.find(wrpkru, at)) != bytes.npos; ++at)
    found.push_back(header.sh_addr + at);
}

std::string function_in(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, std::uint64_t address) {
  Elf_Data* data = elf_getdata(section, nullptr);
  const std::size_t count = data == nullptr ? 0 : data->d_size / sizeof(Elf64_Sym);
  for (std::size_t i = 1; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) break;
    if (GELF_ST_TYPE(symbol.st_info) != STT_FUNC || address - symbol.st_value >= symbol.st_size) continue;
    const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
    return name == nullptr ? "" : name;
  }
  return "";
}

}  // namespace

std::set<std::string> functions_that_change_keys(std::string program) {
  if (elf_version(EV_CURRENT) == EV_NONE) return {};
  const ProgramHandle elf(elf_memory(program.data(), program.size()));
  std::vector<std::uint64_t> found;
  Elf_Scn *section = nullptr, *symbols = nullptr;
  GElf_Shdr header, symbols_header{};
  while (elf && (section = elf_nextscn(elf.get(), section)) != nullptr) {
    if (gelf_getshdr(section, &header) == nullptr) continue;
    if ((header.sh_flags & SHF_EXECINSTR) != 0) find_in(section, header, found);
    if (header.sh_type == SHT_SYMTAB) symbols = section, symbols_header = header;
  }
  std::set<std::string> functions;
  for (const std::uint64_t address : found)
    functions.insert(symbols == nullptr ? "" : function_in(elf.get(), symbols, symbols_header, address));
  return functions;
}

}  // namespace gridmark::compile
