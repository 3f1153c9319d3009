#include "grader/compile/object_file.h"

#include <gelf.h>
#include <libelf.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace gridmark::compile {
namespace {

constexpr std::size_t most_symbols = 200'000;
constexpr std::size_t most_sections = 200'000;
constexpr std::size_t longest_name = 64 << 10;

struct EndElf {
  void operator()(Elf* elf) const { elf_end(elf); }
};
using ElfHandle = std::unique_ptr<Elf, EndElf>;

ObjectFile malformed(std::string why) {
  ObjectFile file;
  file.malformed = std::move(why);
  return file;
}

bool name_at(Elf* elf, std::size_t strings, std::size_t offset, std::string& name) {
  const char* text = elf_strptr(elf, strings, offset);
  if (text == nullptr) return false;
  const std::size_t size = strnlen(text, longest_name);
  name.assign(text, size);
  return size < longest_name;
}

ObjectSymbol::Binding binding_of(unsigned char info) {
  switch (GELF_ST_BIND(info)) {
    case STB_LOCAL:
      return ObjectSymbol::Binding::local;
    case STB_WEAK:
      return ObjectSymbol::Binding::weak;
    case STB_GNU_UNIQUE:
      return ObjectSymbol::Binding::unique;
    default:
      return ObjectSymbol::Binding::global;
  }
}

class ObjectReader {
 public:
  explicit ObjectReader(Elf* elf) : elf_(elf) {}

  ObjectFile run() {
    std::size_t names = 0;
    if (elf_getshdrstrndx(elf_, &names) != 0) return malformed("it has no table of sections");
    Elf_Scn* section = nullptr;
    while ((section = elf_nextscn(elf_, section)) != nullptr)
      if (const char* why = take_section(section, names); why != nullptr) return malformed(why);
    if (symbol_tables_ != 1) return malformed("it has not one table of symbols");
    for (Elf_Scn* relocations : relocations_)
      if (const char* why = take_relocations(relocations); why != nullptr) return malformed(why);
    return std::move(file_);
  }

 private:
  const char* take_section(Elf_Scn* section, std::size_t names) {
    GElf_Shdr header;
    ObjectSection seen;
    if (gelf_getshdr(section, &header) == nullptr) return "a section has no header";
    if (!name_at(elf_, names, header.sh_name, seen.name)) return "a section has no name";
    if (file_.sections.size() >= most_sections) return "it has too many sections";
    seen.index = elf_ndxscn(section);
    seen.writable = (header.sh_flags & SHF_WRITE) != 0;
    seen.executable = (header.sh_flags & SHF_EXECINSTR) != 0;
    if (seen.executable)
      if (const char* why = take_code(section, header, seen); why != nullptr) return why;
    file_.sections.push_back(std::move(seen));
    if (header.sh_type == SHT_RELA || header.sh_type == SHT_REL) relocations_.push_back(section);
    if (header.sh_type == SHT_DYNSYM || header.sh_type == SHT_DYNAMIC) return "it is a shared library";
    return header.sh_type == SHT_SYMTAB ? take_symbols(section, header) : nullptr;
  }

  const char* take_symbols(Elf_Scn* section, const GElf_Shdr& header) {
    ++symbol_tables_;
    symbol_names_ = header.sh_link;
    Elf_Data* data = symbols_ = elf_getdata(section, nullptr);
    if (data == nullptr || header.sh_entsize != sizeof(Elf64_Sym)) return "its symbols cannot be read";
    const std::size_t count = data->d_size / sizeof(Elf64_Sym);
    if (count > most_symbols) return "it has too many symbols";
    for (std::size_t i = 1; i < count; ++i) {
      GElf_Sym symbol;
      if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) return "a symbol cannot be read";
      if (const char* why = take_symbol(symbol, header.sh_link); why != nullptr) return why;
    }
    return nullptr;
  }

  const char* take_symbol(const GElf_Sym& symbol, std::size_t strings) {
    const auto type = GELF_ST_TYPE(symbol.st_info);
    if (type == STT_SECTION || type == STT_FILE) return nullptr;
    ObjectSymbol seen;
    if (!name_at(elf_, strings, symbol.st_name, seen.name)) return "a symbol has no name";
    seen.binding = binding_of(symbol.st_info);
    seen.defined = symbol.st_shndx != SHN_UNDEF;
    seen.absolute = symbol.st_shndx == SHN_ABS;
    seen.indirect = type == STT_GNU_IFUNC;
    seen.variable = type == STT_OBJECT || type == STT_TLS;
    seen.function = type == STT_FUNC;
    if (symbol.st_shndx < SHN_LORESERVE) seen.section = symbol.st_shndx;
    seen.begin = symbol.st_value;
    seen.size = symbol.st_size;
    file_.symbols.push_back(std::move(seen));
    return nullptr;
  }

  const char* take_code(Elf_Scn* section, const GElf_Shdr& header, const ObjectSection& seen) {
    CodeSection code{seen.name, seen.index, {}, {}};
    if (header.sh_type != SHT_PROGBITS) return "a section for code has another type";
    const Elf_Data* data = header.sh_size == 0 ? nullptr : elf_rawdata(section, nullptr);
    if (header.sh_size > 0 && (data == nullptr || data->d_buf == nullptr)) return "its code cannot be read";
    if (data != nullptr) code.bytes.assign(static_cast<const char*>(data->d_buf), data->d_size);
    file_.code.push_back(std::move(code));
    return nullptr;
  }

  /// Takes the relocations of code. Call it when all sections and symbols are known.
  const char* take_relocations(Elf_Scn* section) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) return "a section has no header";
    const auto code =
        std::lower_bound(file_.code.begin(), file_.code.end(), header.sh_info,
                         [](const CodeSection& one, std::size_t index) { return one.index < index; });
    if (code == file_.code.end() || code->index != header.sh_info) return nullptr;
    Elf_Data* data = elf_getdata(section, nullptr);
    if (header.sh_type != SHT_RELA || data == nullptr || header.sh_entsize != sizeof(Elf64_Rela))
      return "its relocations cannot be read";
    const std::size_t count = data->d_size / sizeof(Elf64_Rela);
    for (std::size_t i = 0; i < count; ++i)
      if (const char* why = take_relocation(data, i, *code); why != nullptr) return why;
    const auto by_place = [](const Relocation& a, const Relocation& b) { return a.at < b.at; };
    std::stable_sort(code->relocations.begin(), code->relocations.end(), by_place);
    return nullptr;
  }

  const char* take_relocation(Elf_Data* data, std::size_t i, CodeSection& code) {
    GElf_Rela relocation;
    GElf_Sym symbol;
    Relocation seen;
    if (gelf_getrela(data, static_cast<int>(i), &relocation) == nullptr) return "a relocation cannot be read";
    if (gelf_getsym(symbols_, static_cast<int>(GELF_R_SYM(relocation.r_info)), &symbol) == nullptr ||
        !name_at(elf_, symbol_names_, symbol.st_name, seen.symbol))
      return "a relocation has no symbol";
    seen.at = relocation.r_offset;
    code.relocations.push_back(std::move(seen));
    return nullptr;
  }

  Elf* elf_;
  Elf_Data* symbols_ = nullptr;
  std::size_t symbol_names_ = 0;
  std::vector<Elf_Scn*> relocations_;
  int symbol_tables_ = 0;
  ObjectFile file_;
};

bool is_object_for_this_machine(std::string_view bytes) {
  Elf64_Ehdr header;
  if (bytes.size() < sizeof header) return false;
  std::memcpy(&header, bytes.data(), sizeof header);
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_ident[EI_DATA] == ELFDATA2LSB && header.e_type == ET_REL && header.e_machine == EM_X86_64;
}

}  // namespace

ObjectFile read_object_file(std::string_view bytes) {
  if (!is_object_for_this_machine(bytes)) return malformed("it is not an object file of this machine");
  if (elf_version(EV_CURRENT) == EV_NONE) return malformed("libelf does not read this version of ELF");
  std::string copy(bytes);  // libelf requires memory that it may change
  const ElfHandle elf(elf_memory(copy.data(), copy.size()));
  if (!elf) return malformed("it is not an object file");
  return ObjectReader(elf.get()).run();
}

}  // namespace gridmark::compile
