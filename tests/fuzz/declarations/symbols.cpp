#include "tests/fuzz/declarations/symbols.h"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <set>
#include <stdexcept>

#include "grader/compile/object_file.h"

namespace gridmark::declarations {
namespace {

/// A file of ELF, or an archive of them.
class ElfReader {
 public:
  explicit ElfReader(const std::filesystem::path& file) : descriptor_(open(file.c_str(), O_RDONLY)) {
    elf_version(EV_CURRENT);
    elf_ = elf_begin(descriptor_, ELF_C_READ, nullptr);
    if (descriptor_ < 0 || elf_ == nullptr) throw std::runtime_error("cannot read " + file.string());
  }
  ~ElfReader() {
    elf_end(elf_);
    close(descriptor_);
  }
  ElfReader(const ElfReader&) = delete;
  ElfReader& operator=(const ElfReader&) = delete;

  Elf* elf() const { return elf_; }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
  Elf* elf_ = nullptr;
};

void add_symbols(Elf* member, std::vector<Symbol>& all) {
  std::size_t size = 0;
  const char* bytes = elf_rawfile(member, &size);
  const Elf_Arhdr* header = elf_getarhdr(member);
  if (bytes == nullptr || header == nullptr) return;
  const compile::ObjectFile object = compile::read_object_file({bytes, size});
  std::set<std::size_t> writable;
  for (const compile::ObjectSection& section : object.sections)
    if (section.writable && section.name.find(".ro") == std::string::npos) writable.insert(section.index);
  for (const compile::ObjectSymbol& symbol : object.symbols)
    if (symbol.defined && symbol.binding != compile::ObjectSymbol::Binding::local)
      all.push_back({symbol.name, symbol.variable, symbol.variable && writable.contains(symbol.section),
                     header->ar_name});
}

void add_functions(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, std::set<std::string>& names) {
  Elf_Data* data = elf_getdata(section, nullptr);
  for (int i = 0; static_cast<std::size_t>(i) < header.sh_size / header.sh_entsize; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, i, &symbol) == nullptr || symbol.st_shndx == SHN_UNDEF) continue;
    const auto type = GELF_ST_TYPE(symbol.st_info);
    if (type == STT_FUNC || type == STT_GNU_IFUNC)
      names.insert(elf_strptr(elf, header.sh_link, symbol.st_name));
  }
}

}  // namespace

std::vector<Symbol> symbols_of_archive(const std::filesystem::path& archive) {
  const ElfReader file(archive);
  std::vector<Symbol> all;
  Elf_Cmd command = ELF_C_READ;
  while (Elf* member = elf_begin(file.descriptor(), command, file.elf())) {
    add_symbols(member, all);
    command = elf_next(member);
    elf_end(member);
  }
  return all;
}

std::vector<std::string> functions_of_library(const std::filesystem::path& library) {
  const ElfReader file(library);
  std::set<std::string> names;
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(file.elf(), section)) != nullptr) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) != nullptr && header.sh_type == SHT_DYNSYM)
      add_functions(file.elf(), section, header, names);
  }
  return {names.begin(), names.end()};
}

}  // namespace gridmark::declarations
