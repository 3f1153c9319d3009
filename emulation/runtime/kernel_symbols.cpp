// Theory of operation
// A __shared__ variable of a kernel is a thread-local variable, whose symbol is the kernel's mangled name
// between _ZZ and E, and the variable's own name: _ZZ4tilePfE4rows belongs to _Z4tilePf. The table is read
// once, at the first launch.
#include "emulation/runtime/kernel_symbols.h"

#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulation/engine/load_address.h"

namespace gridmark::emulation {
namespace {

struct SharedVariable {
  std::string_view name;
  std::size_t bytes;
};

/// The program's own file, mapped for good.
class SymbolTable {
 public:
  SymbolTable() {
    const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (file < 0) return;
    if (fstat(file, &status) == 0 && status.st_size > static_cast<off_t>(sizeof(Elf64_Ehdr))) {
      void* image = mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file, 0);
      if (image != MAP_FAILED) read(static_cast<const char*>(image));
    }
    close(file);
  }

  KernelSymbol find(const void* function) const {
    const auto found = functions_.find(reinterpret_cast<std::uintptr_t>(function) - load_address());
    if (found == functions_.end()) return {};
    KernelSymbol symbol;
    symbol.name = short_name(found->second);
    if (!found->second.starts_with("_Z")) return symbol;
    const std::string prefix = "_Z" + std::string("Z") + std::string(found->second.substr(2)) + "E";
    for (const SharedVariable& variable : variables_)
      if (variable.name.starts_with(prefix)) symbol.static_shared_bytes += variable.bytes;
    return symbol;
  }

 private:
  void read(const char* image) {
    const auto* header = reinterpret_cast<const Elf64_Ehdr*>(image);
    const auto* sections = reinterpret_cast<const Elf64_Shdr*>(image + header->e_shoff);
    for (const Elf64_Shdr* table = sections; table != sections + header->e_shnum; ++table) {
      if (table->sh_type != SHT_SYMTAB) continue;
      const auto* symbols = reinterpret_cast<const Elf64_Sym*>(image + table->sh_offset);
      const char* names = image + sections[table->sh_link].sh_offset;
      for (std::size_t i = 0; i < table->sh_size / sizeof *symbols; ++i) add(symbols[i], names);
    }
  }

  void add(const Elf64_Sym& symbol, const char* names) {
    const std::string_view name = names + symbol.st_name;
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx == SHN_UNDEF) return;
    if (type == STT_FUNC) functions_.emplace(symbol.st_value, name);
    if (type == STT_TLS && name.starts_with("_ZZ")) variables_.push_back({name, symbol.st_size});
  }

  /// "void scale<float>(float*)" -> "scale<float>"
  static std::string short_name(std::string_view mangled) {
    int status = 0;
    char* text = abi::__cxa_demangle(std::string(mangled).c_str(), nullptr, nullptr, &status);
    std::string name = status == 0 && text ? text : std::string(mangled);
    std::free(text);
    int depth = 0;
    std::size_t begin = 0;
    constexpr std::string_view anonymous = "(anonymous namespace)";
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (name.compare(i, anonymous.size(), anonymous) == 0) {
        i += anonymous.size() - 1;
        continue;
      }
      depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
      if (depth == 0 && name[i] == ' ') begin = i + 1;
      if (depth == 0 && name[i] == '(') return name.substr(begin, i - begin);
    }
    return name;
  }

  std::unordered_map<std::uintptr_t, std::string_view> functions_;
  std::vector<SharedVariable> variables_;
};

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// "ns::scale<float>" -> "scale"
std::string_view bare_name(std::string_view name) {
  name = name.substr(0, name.find('<'));
  while (!name.empty() && !is_name_character(name.back())) name.remove_suffix(1);
  std::size_t begin = name.size();
  while (begin > 0 && is_name_character(name[begin - 1])) --begin;
  return name.substr(begin);
}

}  // namespace

const KernelSymbol& kernel_symbol(const void* function) {
  static const auto* table = new SymbolTable;
  static auto& known = *new std::unordered_map<const void*, KernelSymbol>;
  const auto [found, is_new] = known.try_emplace(function);
  if (is_new && function) found->second = table->find(function);
  return found->second;
}

const char* kernel_name(const void* function, const char* spelled) {
  static auto& known = *new std::map<std::pair<const void*, const char*>, const char*>;
  const auto [found, is_new] = known.try_emplace({function, spelled}, spelled);
  if (!is_new) return found->second;
  const std::string& own = kernel_symbol(function).name;
  if (!own.empty() && bare_name(own) != bare_name(spelled)) found->second = own.c_str();
  return found->second;
}

}  // namespace gridmark::emulation
